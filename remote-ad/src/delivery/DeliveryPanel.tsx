import {
  metrics,
  paceStates,
  quantityUnits,
  type adEndpoints,
  type BillingType,
  type campaignEndpoints,
  type EndpointResponse,
  type Pace,
} from '@adsite/contract'
import { formatCount, formatDate, formatPercent, formatYen, useLanguage, useLocalize } from '@adsite/i18n'
import { Panel, StateTag } from '@adsite/screen-kit'
import { formatFigure, PaceMeter } from '@adsite/screen-kit/metric'
import type { ReactNode } from 'react'
import { DayBars } from './DayBars.tsx'
import styles from './DeliveryPanel.module.css'
import { RecentChanges } from './RecentChanges.tsx'
import { useScreenText } from './texts.ts'

type Delivery = EndpointResponse<typeof campaignEndpoints.delivery>['data'] | EndpointResponse<typeof adEndpoints.delivery>['data']

/** What pace and forecast are about: an amount of yen, or a quantity. */
export interface Plan {
  readonly whole: number
  /** Null: unknown. */
  readonly done: number | null
  readonly pace: Pace | null
  /** Null: yen. */
  readonly billing: BillingType | null
}

interface FactProps {
  readonly label: string
  readonly value: string
  readonly note?: string | undefined
}

function Fact({ label, value, note }: FactProps): ReactNode {
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

/** Formats a number of what a plan is about. */
function useAmount({ billing }: Pick<Plan, 'billing'>): (amount: number | null) => string {
  const language = useLanguage()
  return (amount) => (billing === null ? formatYen(amount, language) : formatCount(amount, language))
}

/** How much of what was bought is delivered. */
export function PurchaseFact({
  billing,
  bought,
  delivered,
}: {
  billing: BillingType
  bought: number
  delivered: number | null
}): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const unit = quantityUnits[billing][language]
  return (
    <Fact
      label={t('delivered')}
      value={formatCount(delivered, language)}
      note={t('of_bought', {
        bought: formatCount(bought, language),
        unit,
        percent: formatPercent(delivered === null ? null : (delivered / bought) * 100, language, 1),
      })}
    />
  )
}

/** The facts about the pace: gap, forecast, and what a day has to deliver. */
function PaceFacts({ plan, pace }: { plan: Plan; pace: Pace }): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const amount = useAmount(plan)
  const { gap, ratio, planned, forecast, daily_to_spend, runs_out_on } = pace
  const range = forecast && t('forecast_range', { low: amount(forecast.low), high: amount(forecast.high) })
  return (
    <>
      <Fact
        label={t('pace')}
        value={formatPercent(ratio * 100, language, 1)}
        note={t(gap < 0 ? 'gap_behind' : 'gap_ahead', { gap: amount(Math.abs(gap)), planned: amount(planned) })}
      />
      {daily_to_spend === null ? null : (
        <>
          <Fact
            label={t('forecast')}
            value={forecast ? amount(forecast.likely) : '—'}
            note={runs_out_on === null ? (range ?? t('forecast_unknown')) : t('runs_out', { day: formatDate(runs_out_on, language) })}
          />
          <Fact label={t(plan.billing === null ? 'daily_to_spend' : 'daily_to_deliver')} value={amount(daily_to_spend)} />
        </>
      )}
    </>
  )
}

const shownMetrics = ['imps', 'clicks', 'conversions', 'cpa'] as const

interface DeliveryPanelProps {
  readonly query: { readonly data: { readonly data: Delivery } | undefined; readonly error: Error | null; readonly refetch: () => unknown }
  /** The record's budget in yen. */
  readonly budget: number
  /** What the pace is about; undefined while loading. */
  readonly plan: Plan | undefined
  /** Shown in place of the pace where there is none. */
  readonly noPace: string
  /** The record itself is not named beside its own changes. */
  readonly record: { readonly entity: 'campaign' | 'ad'; readonly id: number }
  /** What was bought. */
  readonly purchases: ReactNode
}

/** What a campaign or an ad has delivered and whether it is on pace, at the top of its record (spec/domain "Pace"). */
export function DeliveryPanel({ query: { data, error, refetch }, budget, plan, noPace, record, purchases }: DeliveryPanelProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const localize = useLocalize()
  const delivery = data?.data
  const pace = plan?.pace ?? null
  const state = paceStates.items.find(({ key }) => key === pace?.state)
  const spent = Number(delivery?.totals.gross ?? 0)
  return (
    <Panel
      title={t('title')}
      state={state ? <StateTag choice={state} /> : null}
      actions={
        delivery?.through ? <span className={styles.note}>{t('through', { day: formatDate(delivery.through, language) })}</span> : null
      }
      busy={!delivery && !error}
      failure={error && !delivery ? { error, retry: () => void refetch() } : null}
    >
      {delivery && plan ? (
        <div className={styles.panel}>
          <PaceMeter spent={plan.done ?? 0} of={plan.whole} pace={pace} bare />
          <dl className={styles.facts}>
            {purchases}
            <Fact
              label={localize(metrics.gross.label)}
              value={formatYen(spent, language)}
              note={t('of_budget', { budget: formatYen(budget, language), percent: formatPercent((spent / budget) * 100, language, 1) })}
            />
            {pace ? <PaceFacts plan={plan} pace={pace} /> : null}
            {shownMetrics.map((name) => (
              <Fact key={name} label={localize(metrics[name].label)} value={formatFigure(name, delivery.totals[name], language)} />
            ))}
          </dl>
          {pace ? null : <p className={styles.note}>{noPace}</p>}
          {delivery.days.some(({ gross }) => Number(gross) > 0) ? (
            <div className={styles.recent}>
              <DayBars days={delivery.days} changes={delivery.changes} />
              <RecentChanges changes={delivery.changes} record={record} />
            </div>
          ) : null}
        </div>
      ) : null}
    </Panel>
  )
}
