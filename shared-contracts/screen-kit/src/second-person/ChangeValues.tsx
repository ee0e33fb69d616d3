import { changeRequestFields, fourEyesAreas, isKeyOf, type AnyResource, type RecordColumn } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import kit from '../base/kit.module.css'
import { PlainValue } from '../value/PlainValue.tsx'
import styles from './second-person.module.css'

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

/** What a change that waits would do to each field: before → after. Of what would not change, the value alone. */
export function ChangeValues({ resource, before, after }: ChangeValuesProps): ReactNode {
  const localize = useLocalize()
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const isEmpty = (value: unknown) => value === null || value === undefined
  return (
    <dl className={styles.values}>
      {names.map((name) => {
        const column = resource?.fields[name] ?? (isKeyOf(changeRequestFields, name) ? others[name] : undefined)
        if (!column) return null
        const [from, to] = [before[name], after[name]]
        const changes = Object.hasOwn(after, name) && JSON.stringify(from) !== JSON.stringify(to)
        if (isEmpty(from) && isEmpty(to)) return null
        return (
          <div key={name}>
            <dt>{localize(column.label)}</dt>
            <dd>
              {Object.hasOwn(before, name) ? (
                <span className={changes ? kit.before : undefined}>
                  <PlainValue field={column} value={from} />
                </span>
              ) : null}
              {changes && Object.hasOwn(before, name) ? ' → ' : null}
              {changes ? <PlainValue field={column} value={to} /> : null}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
