import { visibleFields, type AnyResource, type Field, type FieldName, type Role } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { createContext, use, type ComponentType, type ReactNode } from 'react'
import type { KitRecord } from '../base/resource-endpoints.ts'
import kit from '../base/kit.module.css'
import styles from './record.module.css'
import { useKitText } from '../base/texts.ts'
import { HtmlView } from '../html/HtmlView.tsx'
import { ReferenceList } from './ReferenceList.tsx'
import { FieldValue } from '../value/FieldValue.tsx'
import { fieldOf } from '../base/field-of.ts'

interface RecordSectionsProps {
  readonly resource: AnyResource
  readonly role: Role
  /** Undefined while loading. */
  readonly record: KitRecord | undefined
  /** One card of settings, for records that begin with the work; else a card for each section. */
  readonly compact?: boolean
}

type OwnValue = ComponentType<{ readonly value: unknown }>
const OwnValuesContext = createContext<Readonly<Partial<Record<string, OwnValue>>>>({})

interface OwnValuesProps<R extends AnyResource> {
  readonly resource: R
  /** Values by the name of the field, for fields that have one. */
  readonly values: { readonly [F in FieldName<R>]?: OwnValue }
  readonly children: ReactNode
}

/** Fields of a record that a screen shows in its own way. */
export function OwnValues<R extends AnyResource>({ values, children }: OwnValuesProps<R>): ReactNode {
  return <OwnValuesContext value={values}>{children}</OwnValuesContext>
}

const wide: Partial<Record<Field['kind'], string>> = { multiline: kit.wide, html: `${kit.wide} ${kit.block}`, references: kit.wide }

/** A value in its full form: rich text is rendered as readers see it. */
function SectionValue(props: { field: Field; name: string; record: KitRecord }): ReactNode {
  const { field, name, record } = props
  const Own = use(OwnValuesContext)[name]
  if (Own && record[name] !== null) return <Own value={record[name]} />
  if (field.kind === 'html' && record[name]) return <HtmlView html={String(record[name])} />
  if (field.kind === 'references' && Array.isArray(record[name])) return <ReferenceList {...props} />
  return <FieldValue {...props} />
}

interface FieldsProps extends RecordSectionsProps {
  readonly names: readonly string[]
  readonly className: string | undefined
}

function Fields({ resource, record, names, className }: FieldsProps): ReactNode {
  const localize = useLocalize()
  return (
    <dl className={className}>
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
  )
}

/** The fields the role receives, in the resource's sections; placeholders of the same size while the record loads. */
export function RecordSections(props: RecordSectionsProps): ReactNode {
  const { resource, role, record, compact = false } = props
  const text = useKitText()
  const localize = useLocalize()
  const visible: readonly string[] = visibleFields(resource, role)
  const sections = resource.sections.flatMap((section) => {
    const names = section.fields.filter((name) => visible.includes(name))
    return names.length > 0 ? [{ title: localize(section.title), names }] : []
  })
  if (compact) {
    return (
      <section className={kit.panel} aria-busy={!record}>
        <h2 className={kit.sectionTitle}>{text('settings')}</h2>
        <div className={styles.settings}>
          {sections.map(({ title, names }) => (
            <div key={title}>
              <h3>{title}</h3>
              <Fields {...props} names={names} className={styles.setting} />
            </div>
          ))}
        </div>
      </section>
    )
  }
  return sections.map(({ title, names }) => (
    <section key={title} className={kit.panel} aria-busy={!record}>
      <h2 className={kit.sectionTitle}>{title}</h2>
      <Fields {...props} names={names} className={kit.fields} />
    </section>
  ))
}
