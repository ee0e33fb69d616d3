import { useApiQuery } from '@adsite/api-client'
import { adEffectiveStatuses, adEndpoints, campaignEndpoints, campaignServingStatuses, type Choices } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { Icon, Panel, StateTag, type KitRecord } from '@adsite/screen-kit'
import { mdiCheckCircleOutline } from '@mdi/js'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from '../ad.module.css'
import { useAdText } from '../texts.ts'
import { BlockerRow } from './BlockerRow.tsx'
import { lastSevenDays } from './last-seven-days.ts'

interface FrameProps {
  readonly status: string | undefined
  readonly statuses: Choices
  /** Which rows of the delivery results are this record's. */
  readonly filter: Readonly<Record<string, string>>
  readonly error: { readonly message: string } | null
  readonly retry: () => void
  readonly children: ReactNode
}

/** The panel's heading with the state, and the way to the figures. */
function Frame({ status, statuses, filter, error, retry, children }: FrameProps): ReactNode {
  const t = useAdText()
  const results = useShell().href('achievements')
  const [period] = useState(() => lastSevenDays(new Date()))
  const choice = statuses.items.find(({ key }) => key === status)
  return (
    <Panel
      title={t('serving_title')}
      state={choice ? <StateTag choice={choice} /> : null}
      busy={status === undefined && !error}
      failure={error && status === undefined ? { error, retry } : null}
      actions={
        results === null ? null : (
          <Link to={`${results}?${new URLSearchParams({ ...period, ...filter }).toString()}`}>{t('last_days')}</Link>
        )
      }
    >
      {children}
    </Panel>
  )
}

function NothingBlocks(): ReactNode {
  const t = useAdText()
  return (
    <p className={styles.ok}>
      <Icon path={mdiCheckCircleOutline} />
      {t('nothing_blocks')}
    </p>
  )
}

/** Why is it not serving? Every blocker of an ad, the most decisive first (DOMAIN "What users complain about"). */
export function AdServingPanel({ record: { id } }: { record: KitRecord }): ReactNode {
  const t = useAdText()
  const { data, error, refetch } = useApiQuery(adEndpoints.serving, { params: { id } })
  const serving = data?.data
  return (
    <Frame
      status={serving?.status}
      statuses={adEffectiveStatuses}
      filter={{ ad_id: String(id) }}
      error={error}
      retry={() => void refetch()}
    >
      {serving?.blockers.length === 0 ? <NothingBlocks /> : null}
      {serving?.blockers.length ? (
        <>
          <p className={styles.muted}>{t('why_not', { count: serving.blockers.length })}</p>
          <ul className={styles.blockers}>
            {serving.blockers.map((blocker, index) => (
              <BlockerRow key={blocker.kind} blocker={blocker} own="ad.detail" decisive={index === 0} />
            ))}
          </ul>
        </>
      ) : null}
    </Frame>
  )
}

/** The same for all ads of a campaign together: how many there are in which state, and what holds how many of them up. */
export function CampaignServingPanel({ record: { id } }: { record: KitRecord }): ReactNode {
  const t = useAdText()
  const { data, error, refetch } = useApiQuery(campaignEndpoints.serving, { params: { id } })
  const serving = data?.data
  const counts = adEffectiveStatuses.items.flatMap((choice) => {
    const count = serving?.ads[choice.key] ?? 0
    return count > 0 ? [{ choice, count }] : []
  })
  return (
    <Frame
      status={serving?.status}
      statuses={campaignServingStatuses}
      filter={{ campaign_id: String(id) }}
      error={error}
      retry={() => void refetch()}
    >
      {counts.length > 0 ? (
        <div className={styles.counts}>
          {counts.map(({ choice, count }) => (
            <span key={choice.key} className={styles.count}>
              <StateTag choice={choice} />
              <Link to={`?ads.effective_status=${choice.key}#ads`}>{t('of_ads', { count })}</Link>
            </span>
          ))}
        </div>
      ) : null}
      {serving && counts.length === 0 ? <p className={styles.muted}>{t('no_ads')}</p> : null}
      {serving && counts.length > 0 && serving.blockers.length === 0 ? <NothingBlocks /> : null}
      {serving?.blockers.length ? (
        <>
          <p className={styles.muted}>{t('why_not', { count: serving.blockers.length })}</p>
          <ul className={styles.blockers}>
            {serving.blockers.map((blocker, index) => (
              <BlockerRow key={blocker.kind} blocker={blocker} own="campaign.detail" decisive={index === 0}>
                <span>{t('of_ads', { count: blocker.count })}</span>
              </BlockerRow>
            ))}
          </ul>
        </>
      ) : null}
    </Frame>
  )
}
