import { recordColumn, type AnyResource, type ImportError } from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import kit from '../base/kit.module.css'
import styles from './import.module.css'
import { useImportText } from './texts.ts'

interface ImportErrorsProps {
  readonly resource: AnyResource
  readonly label: string
  readonly errors: readonly ImportError[]
  /** Total number. */
  readonly count: number
}

/** Errors or warnings of a file, by its line numbers and column names. */
export function ImportErrors({ resource, label, errors, count }: ImportErrorsProps): ReactNode {
  const text = useImportText()
  const localize = useLocalize()
  const language = useLanguage()

  function columnName(field: string | null, column: string | null): string {
    const known = field === null ? undefined : recordColumn(resource, field)
    return column ?? (known ? localize(known.label) : text('import_whole_line'))
  }

  return (
    <>
      <div className={kit.results}>
        <table className={`${kit.versions} ${styles.lines}`}>
          <caption className={kit.hidden}>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{text('import_line')}</th>
              <th scope="col">{text('import_column')}</th>
              <th scope="col">{text('import_fault')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ line, field, column, message }) => (
              <tr key={`${line} ${field ?? ''} ${column ?? ''} ${message}`}>
                <td>{formatCount(line, language)}</td>
                <td>{columnName(field, column)}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > errors.length ? (
        <p className={kit.small}>{text('import_more_errors', { count: formatCount(count - errors.length, language) })}</p>
      ) : null}
    </>
  )
}
