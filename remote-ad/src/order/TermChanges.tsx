import { differingTerms, order, type ResourceRecord } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { FieldValue } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from './order.module.css'
import { useScreenText } from './texts.ts'

interface TermChangesProps {
  /** The approved order. */
  readonly before: ResourceRecord<typeof order>
  /** The proposed terms. */
  readonly after: ResourceRecord<typeof order>
}

/** The changes proposed to an order, by field: before → after. */
export function TermChanges({ before, after }: TermChangesProps): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const value = (record: ResourceRecord<typeof order>, name: keyof typeof order.fields) => (
    <FieldValue field={order.fields[name]} name={name} record={record} />
  )
  return (
    <dl className={styles.changes}>
      {differingTerms(before, after).map(({ order: name }) => (
        <div key={name}>
          <dt>{localize(order.fields[name].label)}</dt>
          <dd>
            <span className={styles.before}>{value(before, name)}</span>
            <span aria-hidden="true">→</span>
            <span className={styles.hidden}>{t('becomes')}</span>
            <b>{value(after, name)}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}
