import { visibleFields, type AnyResource, type Role } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import type { ReactNode } from 'react'
import type { KitRecord } from '../base/resource-endpoints.ts'
import { kit } from '../base/styles.tsx'
import { FieldValue } from '../value/FieldValue.tsx'

interface RecordSectionsProps {
  readonly resource: AnyResource
  readonly role: Role
  /** undefined: on its way. */
  readonly record: KitRecord | undefined
}

/** The fields that the role receives, in the resource's sections; bones of the same size until the record is there. */
export function RecordSections({ resource, role, record }: RecordSectionsProps): ReactNode {
  const read = useText()
  const visible: readonly string[] = visibleFields(resource, role)
  return resource.sections.map((section) => {
    const names = section.fields.filter((name) => visible.includes(name))
    if (names.length === 0) return null
    return (
      <section key={section.title.en} className={kit.panel} aria-busy={!record}>
        <h2 className={kit.section_title}>{read(section.title)}</h2>
        <dl className={kit.fields}>
          {names.map((name) => {
            const field = resource.fields[name]!
            return (
              <div key={name} className={`${kit.fact} ${field.kind === 'multiline' || field.kind === 'html' ? kit.wide : ''}`}>
                <dt>{read(field.label)}</dt>
                <dd>{record ? <FieldValue field={field} name={name} record={record} /> : <span className={kit.bone} />}</dd>
              </div>
            )
          })}
        </dl>
      </section>
    )
  })
}
