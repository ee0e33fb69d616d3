import { useApiQuery } from '@adsite/api-client'
import { campaignEndpoints, metrics, paceStates, type campaign, type EndpointResponse, type ResourceRecord } from '@adsite/contract'
import { formatDate, formatPercent, formatYen, useLanguage, useLocalize } from '@adsite/i18n'
import { Panel, StateTag } from '@adsite/screen-kit'
import { formatFigure } from '@adsite/screen-kit/metric'
import type { ReactNode } from 'react'
import styles from './CampaignPacePanel.module.css'
import { DayBars } from './DayBars.tsx'
import { useScreenText } from './texts.ts'

type Delivery = EndpointResponse<typeof campaignEndpoints.delivery>['data']

function Fact({ label, value, note }: { label: string; value: string; note?: string }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b>
        {note === undefined ? null : <span>{note}</span>}
      </dd>
    </div>
  )
}

const shownMetrics = ['imps', 'clicks', 'conversions', 'cpa'] as const

/** The facts about the pace: gap, forecast, and what a day has to spend. */
function PaceFacts({ pace }: { pace: NonNullable<Delivery['pace']> }): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const yen = (amount: number) => formatYen(amount, language)
  const { gap, ratio, planned, forecast, daily_to_spend } = pace
  return (
    <>
      <Fact
        label={t('pace')}
        value={formatPercent(ratio * 100, language, 1)}
        note={t(gap < 0 ? 'gap_behind' : 'gap_ahead', { gap: yen(Math.abs(gap)), planned: yen(planned) })}
      />
      {daily_to_spend === null ? null : (
        <>
          <Fact
            label={t('forecast')}
            value={forecast ? yen(forecast.likely) : '—'}
            note={forecast ? t('forecast_range', { low: yen(forecast.low), high: yen(forecast.high) }) : t('forecast_unknown')}
          />
          <Fact label={t('daily_to_spend')} value={yen(daily_to_spend)} />
        </>
      )}
    </>
  )
}

/** Spend as part of the budget, with a mark at what should have been spent by now. The facts below say the same in words. */
function Progress({ spent, planned, budget }: { spent: number; planned: number | null; budget: number }): ReactNode {
  const t = useScreenText()
  const percent = (amount: number) => `${Math.min(100, (amount / budget) * 100)}%`
  return (
    <div className={styles.bar} aria-hidden="true">
      <div className={styles.spent} style={{ width: percent(spent) }} />
      {planned === null ? null : (
        <div className={styles.planned} style={{ insetInlineStart: percent(planned) }}>
          <span data-late={planned > budget / 2}>{t('planned')}</span>
        </div>
      )}
    </div>
  )
}

/** What a campaign has delivered and whether it is on pace, at the top of its record (spec/domain "Pace"). */
export function CampaignPacePanel({ record }: { record: Pick<ResourceRecord<typeof campaign>, 'id' | 'lifetime_budget'> }): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const localize = useLocalize()
  const { data, error, refetch } = useApiQuery(campaignEndpoints.delivery, { params: { id: record.id } })
  const delivery = data?.data
  const pace = delivery?.pace ?? null
  const state = paceStates.items.find(({ key }) => key === pace?.state)
  const [budget, spent] = [Number(record.lifetime_budget), Number(delivery?.totals.gross ?? 0)]
  return (
    <Panel
      title={t('title')}
      state={state ? <StateTag choice={state} /> : null}
      actions={
        delivery?.through ? <span className={styles.through}>{t('through', { day: formatDate(delivery.through, language) })}</span> : null
      }
      busy={!delivery && !error}
      failure={error && !delivery ? { error, retry: () => void refetch() } : null}
    >
      {delivery ? (
        <div className={styles.panel}>
          <Progress spent={spent} planned={pace?.planned ?? null} budget={budget} />
          <dl className={styles.facts}>
            <Fact
              label={localize(metrics.gross.label)}
              value={formatYen(spent, language)}
              note={t('of_budget', { budget: formatYen(budget, language), percent: formatPercent((spent / budget) * 100, language, 1) })}
            />
            {pace ? <PaceFacts pace={pace} /> : null}
            {shownMetrics.map((name) => (
              <Fact key={name} label={localize(metrics[name].label)} value={formatFigure(name, delivery.totals[name], language)} />
            ))}
          </dl>
          {pace ? null : <p className={styles.through}>{t('not_yet')}</p>}
          {delivery.days.some(({ gross }) => Number(gross) > 0) ? <DayBars days={delivery.days} /> : null}
        </div>
      ) : null}
    </Panel>
  )
}
