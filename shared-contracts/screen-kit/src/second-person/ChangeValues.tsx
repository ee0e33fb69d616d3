import { changeRequestFields, fourEyesAreas, isKeyOf, type AnyResource, type RecordColumn } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import kit from '../base/kit.module.css'
import { PlainValue } from '../value/PlainValue.tsx'
import styles from './second-person.module.css'
import { useWaitingText } from './texts.ts'

/** What changes without being a field of a resource. */
const others: Readonly<Record<string, RecordColumn>> = {
  areas: { kind: 'choices', label: changeRequestFields.areas, choices: fourEyesAreas },
  order_above: { kind: 'money', label: changeRequestFields.order_above },
  email: { kind: 'text', label: changeRequestFields.email },
  locale: { kind: 'text', label: changeRequestFields.locale },
  user: { kind: 'text', label: changeRequestFields.user },
  account: { kind: 'text', label: changeRequestFields.account },
}

type Values = Readonly<Record<string, unknown>>

interface ChangeValuesProps {
  /** The resource that the change is about; undefined: something else. */
  readonly resource: Pick<AnyResource, 'fields'> | undefined
  readonly before: Values
  readonly after: Values
}

interface ShownValue {
  readonly name: string
  readonly column: RecordColumn
  /** Undefined: the record does not exist yet. */
  readonly from: unknown
  readonly to: unknown
  readonly changes: boolean
}

function ShownValues({
  values,
  className,
}: {
  readonly values: readonly ShownValue[]
  readonly className?: string | undefined
}): ReactNode {
  const localize = useLocalize()
  return (
    <dl className={`${styles.values} ${className ?? ''}`}>
      {values.map(({ name, column, from, to, changes }) => (
        <div key={name}>
          <dt>{localize(column.label)}</dt>
          <dd>
            {from === undefined ? null : (
              <span className={changes ? kit.before : undefined}>
                <PlainValue field={column} value={from} />
              </span>
            )}
            {changes && from !== undefined ? ' → ' : null}
            {changes ? <PlainValue field={column} value={to} /> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What a change that waits would do to each field: before → after. Below that, what it is about and stays as it is. */
export function ChangeValues({ resource, before, after }: ChangeValuesProps): ReactNode {
  const text = useWaitingText()
  // In the order of the resource: the database returns the values in an order of its own.
  const names = [...new Set([...Object.keys(resource?.fields ?? {}), ...Object.keys(others)])].filter(
    (name) => Object.hasOwn(before, name) || Object.hasOwn(after, name),
  )
  const isEmpty = (value: unknown) => value === null || value === undefined
  const shown = names.flatMap((name): ShownValue[] => {
    const column = resource?.fields[name] ?? (isKeyOf(changeRequestFields, name) ? others[name] : undefined)
    const [from, to] = [before[name], after[name]]
    if (!column || (isEmpty(from) && isEmpty(to))) return []
    return [{ name, column, from, to, changes: Object.hasOwn(after, name) && JSON.stringify(from) !== JSON.stringify(to) }]
  })
  const changing = shown.filter(({ changes }) => changes)
  const staying = shown.filter(({ changes }) => !changes)
  return (
    <>
      {changing.length > 0 ? <ShownValues values={changing} /> : null}
      {changing.length > 0 && staying.length > 0 ? <p className={styles.title}>{text('waiting_stays')}</p> : null}
      {staying.length > 0 ? <ShownValues values={staying} className={styles.staying} /> : null}
    </>
  )
}
