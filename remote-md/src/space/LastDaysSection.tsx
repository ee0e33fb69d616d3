import { useApiQuery } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import { metrics, reportEndpoints, reportMetrics, reports, type MetricName } from '@adsite/contract'
import { useLanguage, useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Panel } from '@adsite/screen-kit'
import { formatFigure } from '@adsite/screen-kit/metric'
import { lastDays } from '@adsite/screen-kit/report'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from '../base/md.module.css'
import { useScreenText } from '../base/texts.ts'

const shown: readonly MetricName[] = ['requests', 'imps', 'fill', 'viewability', 'revenue', 'revenue_ecpm']

/** Fill rate and revenue of the last thirty days, with a link to the report. */
export function LastDaysSection({ spaceId }: { spaceId: number }): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const language = useLanguage()
  const role = useRole()
  const shell = useShell()
  const query = { ...lastDays(30), space_id: String(spaceId) }
  const { data, error, refetch } = useApiQuery(reportEndpoints.supply, { query })
  const href = shell.href('supply_results')
  const names = role === null ? [] : reportMetrics(reports.supply, role).filter((name) => shown.includes(name))
  return (
    <Panel
      title={t('last30')}
      busy={!data && !error}
      failure={error && !data ? { error, retry: () => void refetch() } : null}
      actions={href === null ? null : <Link to={`${href}?${new URLSearchParams(query).toString()}`}>{t('last30_open')}</Link>}
    >
      {!data ? <Skeleton active title={false} paragraph={{ rows: 2, width: '100%' }} /> : null}
      {data ? (
        <dl className={styles.figures}>
          {names.map((name) => (
            <div key={name}>
              <dt>{localize(metrics[name].label)}</dt>
              <dd>{formatFigure(name, data.data.totals[name], language)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </Panel>
  )
}
