import { idsIn, targetRoute, type Field } from '@adsite/contract'
import { formatCount, useLanguage } from '@adsite/i18n'
import { RecordLink } from '../element/RecordLink.tsx'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import type { KitRecord } from '../base/resource-endpoints.ts'
import styles from './record.module.css'
import { useKitText } from '../base/texts.ts'

interface ReferenceListProps {
  readonly field: Field
  readonly name: string
  readonly record: KitRecord
}

/** Number of links shown initially. */
const few = 12

/** Links to the records of a references field; a long list expands on demand. */
export function ReferenceList({ field, name, record }: ReferenceListProps): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  const [all, setAll] = useState(false)
  const ids = idsIn(record[name])
  const total = formatCount(ids.length, language)
  return (
    <>
      <ul className={styles.references}>
        {(all ? ids : ids.slice(0, few)).map((id) => (
          <li key={id}>
            <RecordLink id={id} detailRoute={targetRoute(field.target)} detailParams={undefined}>
              {record.refs[`${name}.${id}`] ?? `#${id}`}
            </RecordLink>
          </li>
        ))}
      </ul>
      {!all && ids.length > few ? (
        <Button size="small" onClick={() => setAll(true)}>
          {text('related_all', { count: text('count', { total }) })}
        </Button>
      ) : null}
    </>
  )
}
