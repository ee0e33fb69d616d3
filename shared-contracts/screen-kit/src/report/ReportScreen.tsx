import { useApiQuery } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import {
  addDays,
  dayCount,
  daysError,
  formatFigure,
  japanDay,
  labelGroupings,
  reportEndpoints,
  reportGroupings,
  reportMetrics,
  reportRowLimit,
  viewParameter,
  type Report,
  type ReportAnswer,
  type Role,
  type UnplacedDelivery,
} from '@adsite/contract'
import { formatCount, formatDate, useLanguage, useLocalize } from '@adsite/i18n'
import type { Screen, Visit } from '@adsite/remote'
import { Alert, Button, Empty, Segmented } from 'antd'
import { useCallback, useMemo, type ReactNode } from 'react'
import { LoadFailure } from '../element/Notice.tsx'
import { Page } from '../element/Page.tsx'
import { UnusedConditions } from '../element/UnusedConditions.tsx'
import { readAhead } from '../base/read-ahead.ts'
import { useAddressQuery } from '../address/use-address-query.ts'
import { ChartPanel } from './chart/ChartPanel.tsx'
import { defaultPeriod } from './state/period.ts'
import styles from './state/report.module.css'
import { ReportFilters } from './ReportFilters.tsx'
import {
  changeState,
  periodParameters,
  readState,
  reportViewParameters,
  toQuery,
  unusedIn,
  writeState,
  type ReportState,
} from './state/report-state.ts'
import { ReportTools } from './ReportTools.tsx'
import { ResultTable } from './ResultTable.tsx'
import { useScreenText } from './state/texts.ts'
import { TotalsStrip } from './TotalsStrip.tsx'
import { useToday } from '../moment/use-today.ts'
import { useSavedViews } from '../view/use-saved-views.ts'
import { ViewTool } from '../view/ViewTool.tsx'
import { phone, useMediaQuery } from '../base/use-media-query.ts'

/**
 * Without a period in the URL, the report shows the thirty days up to yesterday. Only user actions write to the
 * URL: a write during loading could bring back a user who has already left the page.
 */
function useReportState(report: Report, role: Role) {
  const [search, setSearch] = useAddressQuery()
  const today = useToday()
  const read = useCallback((query: URLSearchParams) => readState(report, query, role, defaultPeriod(today)), [report, role, today])
  const state = useMemo(() => read(search), [read, search])
  const unused = useMemo(() => unusedIn(report, search, role), [report, search, role])
  return {
    state,
    unused,
    change: (change: Partial<ReportState>) =>
      setSearch((current) => {
        const next = writeState(report, changeState(report, read(current), change))
        const view = current.get(viewParameter)
        if (view !== null) next.set(viewParameter, view)
        return next
      }),
  }
}

function ReportOf({ report, role }: { report: Report; role: Role }): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const { state, unused, change } = useReportState(report, role)
  const list = `report.${report.name}`
  const views = useSavedViews(list, reportViewParameters(report), periodParameters)
  const narrow = useMediaQuery(phone)
  const groupings = reportGroupings.items.filter(({ key }) => report.groupings.includes(key))
  return (
    <Page title={localize(report.label)}>
      <ReportFilters report={report} state={state} role={role} onChange={change} />
      <div className={styles.bar}>
        <div className={styles.groupings}>
          <Segmented
            className={styles.grouping}
            aria-label={t('grouping')}
            value={state.group_by}
            options={groupings.map(({ key, label }) => ({ value: key, label: localize(label) }))}
            onChange={(group_by) => change({ group_by })}
          />
        </div>
        <ViewTool list={list} state={views} compact={narrow} />
      </div>
      <UnusedConditions conditions={unused} onDrop={() => change({})} />
      {/* Keyed by grouping, so that rows of another grouping are not shown while loading. */}
      {daysError(state) === null && !views.opening && (
        <Results key={state.group_by} report={report} role={role} state={state} onChange={change} />
      )}
    </Page>
  )
}

interface ResultsProps {
  readonly report: Report
  readonly role: Role
  readonly state: ReportState
  readonly onChange: (change: Partial<ReportState>) => void
}

function Results({ report, role, state, onChange }: ResultsProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const query = toQuery(state)
  const { data, error, isPlaceholderData, isFetching, refetch } = useApiQuery(
    reportEndpoints[report.name],
    { query },
    { keepPrevious: true },
  )
  const answer = data?.data ?? null
  const names = useMemo(() => reportMetrics(report, role), [report, role])
  const shown = state.columns ?? names

  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />
  const nothing = answer !== null && answer.rows.length === 0
  const preliminary = answer !== null && answer.preliminary_from <= state.to
  return (
    <div className={isPlaceholderData ? `${styles.report} ${styles.outdated}` : styles.report} aria-busy={isFetching}>
      <TotalsStrip names={shown} answer={answer} />
      {nothing ? (
        <NothingDelivered state={state} onChange={onChange} />
      ) : (
        <ChartPanel report={answer} state={state} names={names} onChange={onChange} />
      )}
      <section className={styles.listing} aria-label={t('table')}>
        <div className={styles.bar}>
          <output>
            {answer !== null && <RowCount report={report} state={state} answer={answer} />}
            {preliminary && (
              <span className={styles.preliminary}>{t('preliminary', { day: formatDate(answer.preliminary_from, language) })}</span>
            )}
          </output>
          <ReportTools
            report={report}
            query={answer === null || nothing || isPlaceholderData ? null : query}
            names={names}
            columns={state.columns}
            onChoose={(columns) => onChange({ columns })}
          />
        </div>
        {answer && labelGroupings.some((grouping) => grouping === state.group_by) && (
          <Alert type="info" showIcon title={t('labels_overlap')} />
        )}
        {answer?.unplaced && <Unplaced {...answer.unplaced} />}
        {answer?.truncated && <Alert type="info" showIcon title={t('truncated', { limit: formatCount(reportRowLimit, language) })} />}
        {!nothing && <ResultTable report={report} answer={answer} names={shown} state={state} onChange={onChange} />}
      </section>
    </div>
  )
}

interface RowCountProps {
  readonly report: Report
  readonly state: ReportState
  readonly answer: ReportAnswer
}

/** The number of rows. Rows of a truncated list are counted after the first ones are rendered. */
function RowCount({ report, state, answer }: RowCountProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const counted = useApiQuery(
    reportEndpoints[report.name],
    { query: { ...toQuery({ ...state, compare: false }), limit: '1', count: 'exact' } },
    { enabled: answer.truncated },
  )
  const rows = answer.row_count ?? counted.data?.data.row_count
  return rows === undefined || rows === null
    ? t('rows_more', { rows: formatCount(answer.rows.length, language) })
    : t('rows', { rows: formatCount(rows, language) })
}

/** The delivery that the rows above do not contain, so that the report adds up to the delivery files. */
function Unplaced({ imps, clicks, gross }: UnplacedDelivery): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const figures = {
    imps: formatCount(imps, language),
    clicks: formatFigure('clicks', clicks, language),
    gross: formatFigure('gross', gross, language),
  }
  return <Alert type="info" showIcon title={t('unplaced', figures)} description={t('unplaced_hint')} />
}

/** Explains that there is no delivery, and offers two ways to see some. */
function NothingDelivered({ state, onChange }: Pick<ResultsProps, 'state' | 'onChange'>): ReactNode {
  const t = useScreenText()
  const filtered = Object.keys(state.filters).length > 0 || state.device !== null || state.prefecture !== null
  const today = useToday()
  return (
    <Empty
      className={styles.empty}
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          <strong>{t('empty')}</strong>
          <br />
          {t('empty_hint')}
        </>
      }
    >
      {dayCount(state) < 90 && (
        <Button onClick={() => onChange({ from: addDays(today, -90), to: addDays(today, -1) })}>{t('widen')}</Button>
      )}{' '}
      {filtered && <Button onClick={() => onChange({ filters: {}, device: null, prefecture: null })}>{t('filters_clear')}</Button>}
    </Empty>
  )
}

/** A delivery report (配信結果, コンバージョン結果 …; spec/site "Ad area"): one query provides totals, chart and table; the URL holds the state. */
export function reportScreen(report: Report): Screen {
  function ReportScreen(): ReactNode {
    const role = useRole()
    return role === null ? null : <ReportOf report={report} role={role} />
  }
  function preload({ search, role }: Visit): Promise<unknown> {
    const state = readState(report, new URLSearchParams(search), role, defaultPeriod(japanDay()))
    return readAhead(reportEndpoints[report.name], { query: toQuery(state) })
  }
  return Object.assign(ReportScreen, { preload })
}
