import { useApiQuery } from '@adsite/api-client'
import {
  adEffectiveStatuses,
  adEndpoints,
  campaignEndpoints,
  campaignServingStatuses,
  servingBlockers,
  type Blocker,
  type Choices,
  type EndpointResponse,
  type RecordBase,
  type ServingBlocker,
} from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { Icon, Panel, StateTag } from '@adsite/screen-kit'
import { mdiCheckCircleOutline } from '@mdi/js'
import { useState, type ComponentType, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from '../base/ad.module.css'
import { useAdText } from '../base/texts.ts'
import { BlockerRow } from './BlockerRow.tsx'
import { lastSevenDays } from './last-seven-days.ts'

interface FrameProps {
  readonly status: string | undefined
  readonly statuses: Choices
  /** Filter for this record in the delivery results. */
  readonly filter: Readonly<Record<string, string>>
  readonly error: { readonly message: string } | null
  readonly retry: () => void
  readonly children: ReactNode
}

/** The panel's heading with the status, and a link to the delivery results. */
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

const blockerOf = (kind: Blocker['kind']): ServingBlocker => servingBlockers[kind]

interface ReasonsProps<T extends Blocker> {
  readonly blockers: readonly T[]
  /** The record of this screen. */
  readonly own: string
  /** Whether a blocker decides a status. */
  readonly decides: (blocker: T) => boolean
  /** Additional content next to a blocker. */
  readonly Note?: ComponentType<{ blocker: T }>
}

/** Groups the blockers: those with a status, those that leave no place to serve whatever the status, and those that resolve as planned. */
function Reasons<T extends Blocker>({ blockers, own, decides, Note }: ReasonsProps<T>): ReactNode {
  const t = useAdText()
  const planned = blockers.filter(({ kind }) => blockerOf(kind).planned)
  const others = blockers.filter(({ kind }) => !blockerOf(kind).planned)
  const nowhere = others.filter(({ kind }) => blockerOf(kind).status === null)
  const inTheWay = others.filter(({ kind }) => blockerOf(kind).status !== null)
  const groups = [
    { title: t('why_not', { count: inTheWay.length }), rows: inTheWay },
    { title: t('nowhere', { count: nowhere.length }), rows: nowhere },
    { title: t('planned'), rows: planned },
  ].filter(({ rows }) => rows.length > 0)
  return (
    <>
      {others.length === 0 ? <NothingBlocks /> : null}
      {groups.map(({ title, rows }) => (
        <div key={title} className={styles.reasons}>
          <p className={styles.muted}>{title}</p>
          <ul className={styles.blockers}>
            {rows.map((blocker) => (
              <BlockerRow key={blocker.kind} blocker={blocker} own={own} decisive={decides(blocker)}>
                {Note ? <Note blocker={blocker} /> : null}
              </BlockerRow>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

/** The serving panel of an ad: every blocker, most decisive first (spec/domain "Serving panel"). */
export function AdServingPanel({ record: { id } }: { record: RecordBase }): ReactNode {
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
      {serving ? (
        <Reasons blockers={serving.blockers} own="ad.detail" decides={(blocker) => blocker.kind === serving.blockers[0]?.kind} />
      ) : null}
    </Frame>
  )
}

type CampaignBlocker = EndpointResponse<typeof campaignEndpoints.serving>['data']['blockers'][number]

/** The number of ads whose status a blocker decides, and of others it affects. */
function Concerned({ blocker: { kind, decisive, count } }: { blocker: CampaignBlocker }): ReactNode {
  const t = useAdText()
  const { planned, status } = blockerOf(kind)
  if (planned) return <span>{t('of_ads', { count })}</span>
  if (decisive === 0 && status !== null) return <span className={styles.muted}>{t('also_only', { count })}</span>
  return (
    <>
      <span>{t('of_ads', { count: decisive || count })}</span>
      {decisive > 0 && count > decisive ? <span className={styles.muted}>{t('also_of', { count: count - decisive })}</span> : null}
    </>
  )
}

/** The serving panel of a campaign: the number of ads by status, and the blocker that decides each. */
export function CampaignServingPanel({ record: { id } }: { record: RecordBase }): ReactNode {
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
      {serving && counts.length > 0 ? (
        <Reasons blockers={serving.blockers} own="campaign.detail" decides={({ decisive }) => decisive > 0} Note={Concerned} />
      ) : null}
    </Frame>
  )
}
