import type { RecordBase } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import kit from '../base/kit.module.css'
import styles from './record.module.css'
import { useRecordText } from './texts.ts'
import { auditOf } from './audit.ts'

/** Who created and last changed the record, and when. */
export function RecordAudit({ record }: { record: RecordBase | undefined }): ReactNode {
  const text = useRecordText()
  const language = useLanguage()
  const audit = record && auditOf(record)
  const line = (by: string | null, at: string | null) => (
    <>
      {formatDateTime(at, language)}
      <br />
      <span className={kit.muted}>{by ?? text('system')}</span>
    </>
  )
  return (
    <section className={kit.panel}>
      <h2 className={kit.sectionTitle}>{text('audit')}</h2>
      <dl className={`${kit.fields} ${styles.audit}`}>
        <div className={kit.fact}>
          <dt>{text('history_create')}</dt>
          <dd>{record ? line(record.created_by, record.created_at) : <span className={kit.bone} />}</dd>
        </div>
        <div className={kit.fact}>
          <dt>{text(audit?.label === 'delete' ? 'audit_delete' : 'audit_update')}</dt>
          <dd>{audit ? line(audit.by, audit.at) : <span className={kit.bone} />}</dd>
        </div>
      </dl>
    </section>
  )
}
