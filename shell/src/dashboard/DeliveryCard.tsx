import { useApiQuery } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import {
  dashboardDays,
  dashboardEndpoints,
  dashboardFigures,
  visibleDashboardFigures,
  type DashboardFigure,
  type DashboardPeriod,
  changeOf,
  numberOf,
  type FigureChange,
} from '@adsite/contract'
import { formatDate, useLanguage, useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { handsOnFocus } from '@adsite/screen-kit'
import { mdiArrowDown, mdiArrowUp, mdiMinus } from '@mdi/js'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Icon } from '../element/Icon.tsx'
import { isChunkLoadError } from '../federation/index.ts'
import { lazyScreen } from '../screen/lazy-screen.tsx'
import { QuietBoundary, type QuietFailure } from '../page/ScreenBoundary.tsx'
import { useCommonText } from '../base/use-shell-text.ts'
import { Card, CardEmpty, CardFailure } from './Card.tsx'
import styles from './DeliveryCard.module.css'
import { directionOf, formatChange, formatFigure, judgementOf } from '@adsite/screen-kit/metric'
import { useDashboardText } from './texts.ts'

function ChartFailure({ error, retry }: QuietFailure): ReactNode {
  const text = useDashboardText()
  return (
    <div ref={handsOnFocus} className={styles.chart}>
      <CardFailure error={{ message: text(isChunkLoadError(error) ? 'chart_missing' : 'chart_failed') }} retry={retry} />
    </div>
  )
}

const DeliveryChart = lazyScreen(() => import(/* webpackChunkName: "dashboard-chart" */ './DeliveryChart.tsx'))

type Days = (typeof dashboardDays)[number]
/** Both periods; absent while loading. */
interface Periods {
  readonly current: DashboardPeriod
  readonly previous: DashboardPeriod
}

const arrows = { up: mdiArrowUp, down: mdiArrowDown, same: mdiMinus }

function ChangeMark({ name, change }: { name: DashboardFigure; change: FigureChange | null }): ReactNode {
  const text = useDashboardText()
  const language = useLanguage()
  return (
    <span className={styles.change} data-judgement={change ? judgementOf(name, change) : null}>
      <span className="visually-hidden">{`${text('change')} ${change ? '' : text('change_none')}`}</span>
      {change ? (
        <>
          <Icon path={arrows[directionOf(name, change)]} size={14} />
          {formatChange(name, change, language)}
        </>
      ) : (
        <span aria-hidden="true">—</span>
      )}
    </span>
  )
}

interface FiguresProps {
  readonly names: readonly DashboardFigure[]
  readonly periods: Periods | undefined
  readonly charted: DashboardFigure
  readonly onChart: (name: DashboardFigure) => void
}

/** A button for each metric with its change; the pressed one is charted. */
function Figures({ names, periods, charted, onChart }: FiguresProps): ReactNode {
  const t = useDashboardText()
  const localize = useLocalize()
  const language = useLanguage()
  return (
    <fieldset className={styles.figures} data-count={names.length}>
      <legend className="visually-hidden">{t('figures')}</legend>
      {names.map((name) => {
        const now = periods?.current.totals[name]
        return (
          <button key={name} type="button" className={styles.figure} aria-pressed={name === charted} onClick={() => onChart(name)}>
            <span className={styles.label}>{localize(dashboardFigures[name].label)}</span>
            {periods ? (
              <>
                <span className={styles.value}>{formatFigure(name, now, language)}</span>
                <ChangeMark name={name} change={changeOf(name, now, periods.previous.totals[name])} />
              </>
            ) : (
              <span className={styles.bone} />
            )}
          </button>
        )
      })}
    </fieldset>
  )
}

function DaysChoice({ days, onChange }: { days: Days; onChange: (days: Days) => void }): ReactNode {
  const text = useDashboardText()
  return (
    <fieldset className={styles.days}>
      <legend className="visually-hidden">{text('days')}</legend>
      {dashboardDays.map((value) => (
        <label key={value}>
          <input type="radio" name="days" value={value} checked={value === days} onChange={() => onChange(value)} />
          <span>{text(`days_${value}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

const nothingIn = ({ totals }: DashboardPeriod) => Object.values(totals).every((value) => !numberOf(value))

/** The card works without its chart: what keeps it from loading must not break the figures. */
function Chart({ periods, charted }: { periods: Periods; charted: DashboardFigure }): ReactNode {
  const text = useDashboardText()
  if (nothingIn(periods.current) && nothingIn(periods.previous)) {
    return (
      <div className={styles.chart}>
        <CardEmpty>{text('no_delivery')}</CardEmpty>
      </div>
    )
  }
  return (
    <QuietBoundary waiting={<div ref={handsOnFocus} className={styles.chart} />} renderFailure={(failure) => <ChartFailure {...failure} />}>
      <DeliveryChart current={periods.current} previous={periods.previous} name={charted} />
    </QuietBoundary>
  )
}

/**
 * Delivery of the last 7 or 30 days compared with the previous period: metrics, and one of them by day. The URL
 * holds the number of days.
 */
export function DeliveryCard(): ReactNode {
  const text = useDashboardText()
  const common = useCommonText()
  const language = useLanguage()
  const role = useRole()
  const shell = useShell()
  const [search, setSearch] = useSearchParams()
  const days = dashboardDays.find((value) => value === search.get('days')) ?? '7'
  const [chosen, setChosen] = useState<DashboardFigure>('imps')
  const { data, error, refetch, isPlaceholderData, isPending } = useApiQuery(
    dashboardEndpoints.delivery,
    { query: { days } },
    { keepPrevious: true },
  )
  if (role === null) return null
  const names = visibleDashboardFigures(role)
  const charted = names.includes(chosen) ? chosen : 'imps'
  const periods = data?.data
  const choose = (value: Days) => setSearch(value === '7' ? {} : { days: value }, { preventScrollReset: true })
  const day = (value: string) => formatDate(value, language)
  const report = shell.href('achievements')
  const { from, to } = periods?.current ?? {}
  const href = report !== null && from && to ? `${report}?${new URLSearchParams({ from, to })}` : report

  return (
    <Card
      kind="delivery"
      title={text('delivery')}
      href={href}
      aside={<DaysChoice days={days} onChange={choose} />}
      busy={isPending || isPlaceholderData}
    >
      {error && !periods ? (
        <CardFailure error={error} retry={() => void refetch()} />
      ) : (
        <div className={`${styles.periods} ${isPlaceholderData ? styles.stale : ''}`}>
          <p className={styles.compared}>
            {periods
              ? text('compared', {
                  from: day(periods.current.from),
                  to: day(periods.current.to),
                  before_from: day(periods.previous.from),
                  before_to: day(periods.previous.to),
                })
              : common('loading')}
          </p>
          <Figures names={names} periods={periods} charted={charted} onChart={setChosen} />
          {periods ? <Chart periods={periods} charted={charted} /> : <div className={styles.chart} />}
        </div>
      )}
    </Card>
  )
}
