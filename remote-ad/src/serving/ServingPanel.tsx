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

const blockerOf = (kind: Blocker['kind']): ServingBlocker => servingBlockers[kind]

interface ReasonsProps<T extends Blocker> {
  readonly blockers: readonly T[]
  /** The record whose screen this is. */
  readonly own: string
  /** Whether a reason decides a status. */
  readonly decides: (blocker: T) => boolean
  /** What stands beside a reason. */
  readonly Note?: ComponentType<{ blocker: T }>
}

/** What stands in the way, what leaves no place although the status is another one, and what passes as planned: apart. */
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

/** Why is it not serving? Every blocker of an ad, the most decisive first (spec/domain "Serving panel"). */
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

/** How many ads a reason decides about, and that it is true of further ones. */
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

/** The same for all ads of a campaign together: how many there are in which state, and which reason decides it for how many. */
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
