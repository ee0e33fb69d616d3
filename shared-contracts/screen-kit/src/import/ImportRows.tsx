import { recordColumn, type AnyResource, type ImportResult, type ImportRow } from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import kit from '../base/kit.module.css'
import styles from './import.module.css'
import { PlainValue } from '../value/PlainValue.tsx'
import { useImportText } from './texts.ts'

interface ImportRowsProps {
  readonly resource: AnyResource
  readonly result: ImportResult
}

/** The field values of a line: both values for a change, one for a new record; which of them wait for an approval. */
function Changes({ resource, row }: { resource: AnyResource; row: ImportRow }): ReactNode {
  const text = useImportText()
  const localize = useLocalize()
  const named = row.changes.flatMap((change) => {
    const column = recordColumn(resource, change.field)
    return column ? [{ ...change, column }] : []
  })
  return (
    <ul className={styles.changes}>
      {named.map(({ field, before, after, column }) => (
        <li key={field}>
          <span className={kit.muted}>{localize(column.label)}</span>{' '}
          {row.outcome === 'update' ? (
            <>
              <del className={kit.before}>
                <PlainValue field={column} value={before} />
              </del>
              {' → '}
            </>
          ) : null}
          <ins style={{ textDecoration: 'none' }}>
            <PlainValue field={column} value={after} />
          </ins>
          {row.held?.includes(field) ? (
            <>
              {' '}
              <span className={`${kit.tag} ${kit.warning}`}>{text('import_waits')}</span>
            </>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** The lines that create or change records, with old and new values. */
export function ImportRows({ resource, result: { rows, create, update } }: ImportRowsProps): ReactNode {
  const text = useImportText()
  const language = useLanguage()
  const further = create + update - rows.length
  return (
    <>
      <div className={kit.results}>
        <table className={`${kit.versions} ${styles.lines}`}>
          <caption className={kit.hidden}>{text('import_rows')}</caption>
          <thead>
            <tr>
              <th scope="col">{text('import_line')}</th>
              <th scope="col">{text('import_outcome')}</th>
              <th scope="col">{text('import_changes')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td>{formatCount(row.line, language)}</td>
                <td>
                  <span className={`${kit.tag} ${row.outcome === 'create' ? kit.success : kit.info}`}>{text(`import_${row.outcome}`)}</span>{' '}
                  {row.name}
                </td>
                <td>
                  <Changes resource={resource} row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {further > 0 ? <p className={kit.small}>{text('import_more_rows', { count: formatCount(further, language) })}</p> : null}
    </>
  )
}
