import { activeAccount, apiUrl } from '@adsite/api-client'
import { inFileLink, type Endpoint } from '@adsite/contract'
import { formatCount, useLanguage } from '@adsite/i18n'
import { mdiFileDelimitedOutline, mdiFileExcelOutline } from '@mdi/js'
import type { ReactNode } from 'react'
import { Icon } from '../../element/Icon.tsx'
import kit from '../../base/kit.module.css'
import { FileLink } from '../../read-only/FileLink.tsx'
import { useReadOnly } from '../../read-only/use-read-only.ts'
import { useKitText, type KitTextKey } from '../../base/texts.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'

interface ExportPanelProps {
  readonly endpoint: Endpoint
  readonly list: ResourceListState
  readonly close: () => void
}

const files: readonly { key: KitTextKey; icon: string; query: Readonly<Record<string, string>> }[] = [
  { key: 'export_utf8', icon: mdiFileDelimitedOutline, query: { format: 'csv', encoding: 'utf8' } },
  { key: 'export_sjis', icon: mdiFileDelimitedOutline, query: { format: 'csv', encoding: 'sjis' } },
  { key: 'export_xlsx', icon: mdiFileExcelOutline, query: { format: 'xlsx' } },
]

/**
 * Exports all records matching search and filters, with the list's columns. Uses links, so that the browser
 * shows and can resume the download.
 */
export default function ExportPanel({ endpoint, list, close }: ExportPanelProps): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  const { page, query, matching, columns } = list
  const common = {
    ...inFileLink(matching),
    sort: query['sort'],
    compare: query['compare'],
    columns: columns.join(),
    locale: language,
    account_id: activeAccount() === null ? undefined : String(activeAccount()),
  }
  const readOnly = useReadOnly('viewing_file')
  if (readOnly !== null) return <p className={kit.popoverNote}>{readOnly}</p>
  return (
    <>
      <p className={kit.popoverNote}>
        {page ? text(page.capped ? 'export_note_capped' : 'export_note', { total: formatCount(page.total, language) }) : text('loading')}
      </p>
      <ul className={kit.options}>
        {files.map((file) => (
          <li key={file.key}>
            <FileLink className={kit.option} href={apiUrl(endpoint, { query: { ...common, ...file.query } })} download onFollow={close}>
              <Icon path={file.icon} />
              {text(file.key)}
            </FileLink>
          </li>
        ))}
      </ul>
    </>
  )
}
