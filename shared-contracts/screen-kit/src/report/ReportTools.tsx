import { activeAccount, apiUrl } from '@adsite/api-client'
import { reportEndpoints, type MetricName, type Report } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { mdiViewColumnOutline } from '@mdi/js'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useKitText } from '../base/texts.ts'
import { phone, useMediaQuery } from '../base/use-media-query.ts'
import { FileLink } from '../read-only/FileLink.tsx'
import { useReadOnly } from '../read-only/use-read-only.ts'
import { lazyPart } from '../on-demand/lazy-part.tsx'
import { PanelWaiting, ToolPopover } from '../element/ToolPopover.tsx'
import { UnavailableButton } from '../element/UnavailableButton.tsx'
import styles from './state/report.module.css'
import type { toQuery } from './state/report-state.ts'
import { useScreenText } from './state/texts.ts'

const ReportColumns = lazyPart(() => import('./ReportColumns.tsx'), PanelWaiting)

const files = [
  { key: 'csv', asked: { format: 'csv', encoding: 'utf8' } },
  { key: 'csv_sjis', asked: { format: 'csv', encoding: 'sjis' } },
  { key: 'xlsx', asked: { format: 'xlsx' } },
] as const

interface ReportToolsProps {
  readonly report: Report
  /** Null: there is nothing to download. */
  readonly query: ReturnType<typeof toQuery> | null
  /** All metrics that the role receives. */
  readonly names: readonly MetricName[]
  /** The selected metrics; null: all. */
  readonly columns: readonly MetricName[] | null
  readonly onChoose: (columns: readonly MetricName[] | null) => void
}

/** Tools for the report as a whole: columns and export. */
export function ReportTools({ report, query, names, columns, onChoose }: ReportToolsProps): ReactNode {
  const text = useKitText()
  const narrow = useMediaQuery(phone)
  return (
    <div className={styles.tools}>
      <ToolPopover label={text('columns')} icon={mdiViewColumnOutline} compact={narrow} load={ReportColumns.preload}>
        {() => <ReportColumns shown={columns ?? names} names={names} onChoose={onChoose} />}
      </ToolPopover>
      <FileButton report={report} query={query} columns={columns} />
    </div>
  )
}

/** Downloads the current report with its columns; links, so that the browser streams the file to disk. */
function FileButton({ report, query, columns }: Pick<ReportToolsProps, 'report' | 'query' | 'columns'>): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const endpoint = reportEndpoints[`${report.name}_export`]
  const account = activeAccount()
  const more = {
    ...(columns === null ? {} : { columns: columns.join() }),
    locale: language,
    ...(account === null ? {} : { account_id: String(account) }),
  }
  const readOnly = useReadOnly('viewing_file')
  if (readOnly !== null) return <UnavailableButton label={t('file')} reason={readOnly} />
  const links = files.map(({ key, asked }) => ({
    key,
    label: query && (
      <FileLink href={apiUrl(endpoint, { query: { ...query, ...asked, ...more } })} download>
        {t(key)}
      </FileLink>
    ),
  }))
  const items = columns === null ? links : [{ key: 'columns', type: 'group' as const, label: t('file_columns'), children: links }]
  return (
    <Dropdown menu={{ items }} trigger={['click']} disabled={query === null}>
      <Button title={query === null ? t('file_nothing') : undefined}>{t('file')}</Button>
    </Dropdown>
  )
}
