import { deliveryFieldNames, deliveryFields, missingDeliveryFields, type DeliveryFieldName } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { ScrollBox } from '@adsite/screen-kit'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { unnamedColumns, type ColumnMapping, type FileHead } from './column-mapping.ts'
import styles from './delivery-file.module.css'
import { useFileText } from './texts.ts'

interface MappingTableProps {
  readonly head: FileHead
  readonly mapping: ColumnMapping
  readonly onChange: (mapping: ColumnMapping) => void
}

/** Spreadsheets may leave hundreds of empty columns behind. */
const listed = (columns: readonly string[]) => `${columns.slice(0, 10).join(', ')}${columns.length > 10 ? ' …' : ''}`

/** The field of each column, next to a value from the file's first line. Each field has at most one column. */
export function MappingTable({ head, mapping, onChange }: MappingTableProps): ReactNode {
  const text = useFileText()
  const localize = useLocalize()
  const used = new Set(Object.values(mapping))
  const missing = missingDeliveryFields((name) => used.has(name))
  const unnamed = unnamedColumns(head)
  return (
    <>
      <ScrollBox label={text('mapping')}>
        <table className={`${styles.lines} ${styles.mapping}`}>
          <thead>
            <tr>
              <th scope="col">{text('column')}</th>
              <th scope="col">{text('example')}</th>
              <th scope="col">{text('field')}</th>
            </tr>
          </thead>
          <tbody>
            {head.columns.map((column, at) =>
              // A mapping could not name it.
              column === '' ? null : (
                <tr key={column}>
                  <th scope="row">{column}</th>
                  <td className={styles.raw}>{head.example[at] ?? ''}</td>
                  <td>
                    <Select
                      className={styles.select}
                      aria-label={`${text('field')}: ${column}`}
                      value={mapping[column] ?? ''}
                      options={[
                        { value: '' as const, label: text('ignore') },
                        ...deliveryFieldNames
                          .filter((name) => name === mapping[column] || !used.has(name))
                          .map((name) => ({
                            value: name,
                            label: `${localize(deliveryFields[name].label)}${deliveryFields[name].required || missing.includes(name) ? ' *' : ''}`,
                          })),
                      ]}
                      onChange={(field: DeliveryFieldName | '') => onChange({ ...mapping, [column]: field === '' ? null : field })}
                    />
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </ScrollBox>
      {unnamed.length > 0 ? <p className={styles.note}>{text('unnamed', { count: unnamed.length, columns: listed(unnamed) })}</p> : null}
    </>
  )
}
