import { useApiQuery } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { dashboardEndpoints, keysOf, paceAlarms, paceBounds, type EndpointResponse, type PaceItem } from '@adsite/contract'
import { formatCount, formatYen, useLanguage, useLocalize } from '@adsite/i18n'
import { RouteLink, useShell } from '@adsite/remote'
import { PaceMeter } from '@adsite/screen-kit/metric'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Card, CardContent, CardEmpty } from './Card.tsx'
import styles from './PaceCard.module.css'
import { useDashboardText } from './texts.ts'

type Paces = EndpointResponse<typeof dashboardEndpoints.pace>['data']

/** How many there are of each alarm; counts end at a bound. */
function Counts({ counts }: { counts: Paces['counts'] }): ReactNode {
  const localize = useLocalize()
  const language = useLanguage()
  return (
    <ul className={styles.counts}>
      {paceAlarms.items
        .filter(({ key }) => counts[key] > 0)
        .map(({ key, label, colour }) => (
          <li key={key} data-colour={colour}>
            {localize(label)}
            <b>{counts[key] < paceBounds.counted ? formatCount(counts[key], language) : `${formatCount(paceBounds.counted, language)}+`}</b>
          </li>
        ))}
    </ul>
  )
}

/** Shows by how much a campaign is off its plan, and what would bring it back. */
function Gap({ item: { alarm, budget, spent, gap, daily_to_spend } }: { item: PaceItem }): ReactNode {
  const text = useDashboardText()
  const language = useLanguage()
  const left = Math.max(0, Number(budget) - Number(spent))
  return (
    <p className={styles.gap}>
      <b>
        {alarm === 'spent_today'
          ? text('pace_left', { left: formatYen(left, language) })
          : text(gap < 0 ? 'pace_behind' : 'pace_ahead', { gap: formatYen(Math.abs(gap), language) })}
      </b>
      {daily_to_spend === null ? null : (
        <span>{text(alarm === 'behind' ? 'pace_spend_all' : 'pace_last', { daily: formatYen(daily_to_spend, language) })}</span>
      )}
    </p>
  )
}

function PaceRow({ item }: { item: PaceItem }): ReactNode {
  const text = useDashboardText()
  const localize = useLocalize()
  const record = useShell().href('campaign.detail', { id: item.campaign_id })
  const mayEdit = useMay('campaign.update')
  const alarm = paceAlarms.items.find(({ key }) => key === 'spent_today' && key === item.alarm)
  return (
    <li className={styles.row}>
      <div className={styles.campaign}>
        <p className={styles.name}>
          {alarm ? <span className={styles.alarm}>{localize(alarm.label)}</span> : null}
          <RouteLink to="campaign.detail" params={{ id: item.campaign_id }}>
            {item.name}
          </RouteLink>
        </p>
        <Gap item={item} />
      </div>
      <PaceMeter spent={Number(item.spent)} of={Number(item.budget)} pace={item} />
      {mayEdit && record !== null ? (
        <Link className={styles.act} to={`${record}?edit=1#daily_budget`} aria-label={text('pace_edit_of', { name: item.name })}>
          {text('pace_edit')}
        </Link>
      ) : null}
    </li>
  )
}

/** Campaigns being delivered that are off their plan (spec/site "Dashboard"), the most urgent first. */
export function PaceCard(): ReactNode {
  const text = useDashboardText()
  const language = useLanguage()
  const shell = useShell()
  const query = useApiQuery(dashboardEndpoints.pace)
  const list = shell.href('campaign.list') ?? shell.href('campaign.list.own')
  const serving = list === null ? null : `${list}?serving_status=SERVING`
  const counts = query.data?.data.counts
  return (
    <Card kind="pace" title={text('pace')} href={serving} busy={query.isPending} aside={counts ? <Counts counts={counts} /> : null}>
      <CardContent query={query}>
        {({ registered, campaigns, counts: { on_pace, ...alarms } }) => {
          const off = keysOf(alarms).reduce((sum, key) => sum + alarms[key], 0)
          const others = off - campaigns.length
          // What is spent today may be on its plan up to now; where not all of it has room, the rest is among what has spent the most.
          const isOffPlan = alarms.spent_today <= campaigns.filter(({ alarm }) => alarm === 'spent_today').length
          const areCounted = keysOf(alarms).every((key) => alarms[key] < paceBounds.counted)
          if (off === 0) return <CardEmpty>{text(on_pace > 0 ? 'pace_on_plan' : registered ? 'pace_none' : 'no_campaigns')}</CardEmpty>
          return (
            <>
              <ul className={styles.rows}>
                {campaigns.map((item) => (
                  <PaceRow key={item.campaign_id} item={item} />
                ))}
              </ul>
              {others > 0 && serving !== null ? (
                <p className={styles.others}>
                  <Link to={`${serving}&${isOffPlan ? 'pace_state=behind,ahead' : 'sort=-spent_rate'}`}>
                    {text(areCounted ? 'pace_others' : 'pace_others_or_more', {
                      count: formatCount(others, language),
                      list: text(isOffPlan ? 'pace_list_off' : 'pace_list_serving'),
                    })}
                  </Link>
                </p>
              ) : null}
            </>
          )
        }}
      </CardContent>
    </Card>
  )
}
