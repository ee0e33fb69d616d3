import { Checkbox, Input } from 'antd'
import type { ReactNode } from 'react'
import type { FileHead, Mapped } from './column-mapping.ts'
import styles from './delivery-file.module.css'
import { MappingTable } from './MappingTable.tsx'
import { useFileText } from './texts.ts'

/** Whether the mapping started from the one saved for the source, or the saved one names columns missing from the file. */
export type SavedMapping = 'none' | 'used' | 'unfit'

interface MappingFieldsProps {
  readonly head: FileHead | null
  readonly mapped: Mapped
  readonly onChange: (mapped: Mapped) => void
  readonly saved: SavedMapping
  readonly source: string
  readonly save: boolean
  readonly onSave: (save: boolean) => void
}

/** Maps the columns of the selected file, with the option to save the mapping for the source's next file. */
export function MappingFields({ head, mapped, onChange, saved, source, save, onSave }: MappingFieldsProps): ReactNode {
  const text = useFileText()
  const { columns, dateFormat, written } = mapped
  return (
    <>
      {saved === 'none' ? null : <p className={styles.note}>{text(saved === 'used' ? 'saved_used' : 'saved_unfit', { source })}</p>}
      <p className={styles.note}>{text(written === null ? 'mapping_hint' : head ? 'mapping_written' : 'mapping_text')}</p>
      {head && written === null ? (
        <>
          <MappingTable head={head} mapping={columns} onChange={(changed) => onChange({ ...mapped, columns: changed })} />
          <label htmlFor="delivery-date">{text('date_format')}</label>
          <Input id="delivery-date" value={dateFormat} onChange={({ target }) => onChange({ ...mapped, dateFormat: target.value })} />
        </>
      ) : (
        <Input.TextArea
          aria-label={text('mapping')}
          value={written ?? ''}
          onChange={({ target }) => onChange({ ...mapped, written: target.value })}
          rows={3}
        />
      )}
      <Checkbox checked={save} onChange={({ target }) => onSave(target.checked)}>
        {text('save_mapping')}
      </Checkbox>
    </>
  )
}
