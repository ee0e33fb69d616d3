import { visibleFields, type AnyResource, type Field, type Role } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import type { KitRecord } from '../base/resource-endpoints.ts'
import kit from '../base/kit.module.css'
import { HtmlView } from '../html/HtmlView.tsx'
import { ReferenceList } from './ReferenceList.tsx'
import { FieldValue } from '../value/FieldValue.tsx'
import { fieldOf } from '../base/field-of.ts'

interface RecordSectionsProps {
  readonly resource: AnyResource
  readonly role: Role
  /** Undefined while loading. */
  readonly record: KitRecord | undefined
}

const wide: Partial<Record<Field['kind'], string>> = { multiline: kit.wide, html: `${kit.wide} ${kit.block}`, references: kit.wide }

/** A value in its full form: rich text is rendered as readers see it. */
function SectionValue(props: { field: Field; name: string; record: KitRecord }): ReactNode {
  const { field, name, record } = props
  if (field.kind === 'html' && record[name]) return <HtmlView html={String(record[name])} />
  if (field.kind === 'references' && Array.isArray(record[name])) return <ReferenceList {...props} />
  return <FieldValue {...props} />
}

/** The fields the role receives, in the resource's sections; placeholders of the same size while the record loads. */
export function RecordSections({ resource, role, record }: RecordSectionsProps): ReactNode {
  const localize = useLocalize()
  const visible: readonly string[] = visibleFields(resource, role)
  return resource.sections.map((section) => {
    const names = section.fields.filter((name) => visible.includes(name))
    if (names.length === 0) return null
    return (
      <section key={section.title.en} className={kit.panel} aria-busy={!record}>
        <h2 className={kit.sectionTitle}>{localize(section.title)}</h2>
        <dl className={kit.fields}>
          {names.map((name) => {
            const field = fieldOf(resource, name)
            return (
              <div key={name} className={`${kit.fact} ${wide[field.kind] ?? ''}`}>
                <dt>{localize(field.label)}</dt>
                <dd>{record ? <SectionValue field={field} name={name} record={record} /> : <span className={kit.bone} />}</dd>
              </div>
            )
          })}
        </dl>
      </section>
    )
  })
}
