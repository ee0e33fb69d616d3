import { apiUrl, useApiQuery } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import { endpoints, reportGroupings, reportRowLimit, visibleMetrics, type Role } from '@adsite/contract'
import { formatCount, useLanguage, useText } from '@adsite/i18n'
import { LoadFailure, Page } from '@adsite/screen-kit'
import { Alert, Button, Empty, Segmented, Skeleton, Tooltip } from 'antd'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import styles from './achievements.module.css'
import { ChartPanel } from './ChartPanel.tsx'
import { addDays, dayCount, defaultPeriod, periodFault } from './period.ts'
import { ReportFilters } from './ReportFilters.tsx'
import { changeState, readState, toQuery, writeState, type ReportState } from './report-state.ts'
import { ResultTable } from './ResultTable.tsx'
import { useScreenText } from './texts.ts'
import { TotalsStrip } from './TotalsStrip.tsx'
import { useToday } from './use-today.ts'

/** 配信結果 (SPEC section 2, /ad/achievements): one query feeds totals, chart and table; the address says what is asked. */
export default function AchievementsScreen(): ReactNode {
  const role = useRole()
  return role === null ? null : <Achievements role={role} />
}

function useReportState(role: Role): [ReportState, (change: Partial<ReportState>) => void] {
  const [search, setSearch] = useSearchParams()
  const today = useToday()
  const state = useMemo(() => readState(search, role, defaultPeriod(today)), [search, role, today])
  const complete = search.has('from') && search.has('to')
  // The days are written out at once, without an entry of their own in the history: going back leaves the screen.
  useEffect(() => {
    if (!complete) setSearch(writeState(state), { replace: true })
  }, [complete, state, setSearch])
  return [state, (change) => setSearch(writeState(changeState(state, change)))]
}

function Achievements({ role }: { role: Role }): ReactNode {
  const t = useScreenText()
  const text = useText()
  const [state, change] = useReportState(role)
  return (
    <Page title={t('title')}>
      <ReportFilters state={state} role={role} onChange={change} />
      <Segmented
        className={styles.grouping}
        aria-label={t('grouping')}
        value={state.group_by}
        options={reportGroupings.items.map(({ key, label }) => ({ value: key, label: text(label) }))}
        onChange={(group_by) => change({ group_by })}
      />
      {/* By grouping: the rows of another one are not shown while the new ones load. */}
      {periodFault(state) === null && <Report key={state.group_by} role={role} state={state} onChange={change} />}
    </Page>
  )
}

interface ReportProps {
  readonly role: Role
  readonly state: ReportState
  readonly onChange: (change: Partial<ReportState>) => void
}

function Report({ role, state, onChange }: ReportProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const query = toQuery(state)
  const { data, error, isPlaceholderData, isFetching, refetch } = useApiQuery(endpoints.report.demand, { query }, { keepPrevious: true })
  const report = data?.data ?? null
  const names = useMemo(() => visibleMetrics(role), [role])

  if (error) return <LoadFailure error={error} retry={() => void refetch()} />
  const nothing = report !== null && report.rows.length === 0
  return (
    <div className={isPlaceholderData ? `${styles.report} ${styles.outdated}` : styles.report} aria-busy={isFetching}>
      {report === null ? <Skeleton.Node active className={styles.totalsWaiting} /> : <TotalsStrip names={names} totals={report.totals} />}
      {nothing ? (
        <NothingDelivered state={state} onChange={onChange} />
      ) : (
        <ChartPanel report={report} state={state} names={names} onChange={onChange} />
      )}
      <section className={styles.listing} aria-label={t('table')}>
        <div className={styles.bar}>
          <output>{report !== null && t('rows', { rows: formatCount(report.rows.length, language) })}</output>
          <CsvButton href={report === null || nothing || isPlaceholderData ? null : apiUrl(endpoints.report.demandCsv, { query })} />
        </div>
        {report?.truncated && <Alert type="info" showIcon title={t('truncated', { limit: formatCount(reportRowLimit, language) })} />}
        {report === null && <Skeleton active title={false} paragraph={{ rows: 12, width: '100%' }} />}
        {report !== null && !nothing && (
          <ResultTable rows={report.rows} totals={report.totals} names={names} state={state} onChange={onChange} />
        )}
      </section>
    </div>
  )
}

/** The same report as a file; a link, so that the browser streams it to disk. */
function CsvButton({ href }: { href: string | null }): ReactNode {
  const t = useScreenText()
  if (href !== null) {
    return (
      <Button href={href} download>
        {t('csv')}
      </Button>
    )
  }
  return (
    <Tooltip title={t('csv_nothing')}>
      <Button disabled>{t('csv')}</Button>
    </Tooltip>
  )
}

/** Says what is missing, and offers the two ways to see something. */
function NothingDelivered({ state, onChange }: Pick<ReportProps, 'state' | 'onChange'>): ReactNode {
  const t = useScreenText()
  const filtered = state.campaign_id.length + state.advertiser_account_id.length > 0
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
      {filtered && <Button onClick={() => onChange({ campaign_id: [], advertiser_account_id: [] })}>{t('filters_clear')}</Button>}
    </Empty>
  )
}
