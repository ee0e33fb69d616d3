import { labelColours } from '../entities/demand/label.ts'
import { paceStates, type PaceState } from '../entities/demand/pace.ts'
import { saysNothing, type RecordColumn } from '../resource/record-column.ts'
import type { RecordBase } from '../resource/resource.ts'
import type { Choice } from '../text/choices.ts'
import type { Locale } from '../text/text.ts'
import { emptyText, formatValue, idsIn, listSeparator } from './format-value.ts'

/** A record that a value names. */
export interface ShownRecord {
  readonly id: number
  readonly name: string
}

/** How a value of a record is shown: in text, in colour, as links, or as a bar. */
export type DisplayValue =
  | { readonly kind: 'empty' | 'text' | 'link'; readonly text: string }
  | { readonly kind: 'tag'; readonly choice: Choice }
  /** Links to records of one target, behind a label in plain text. */
  | {
      readonly kind: 'records'
      readonly target: string | undefined
      readonly label: string | null
      readonly records: readonly ShownRecord[]
    }
  /** Names in the colours of their records: of labels, which say what they mean in the list itself. */
  | { readonly kind: 'labels'; readonly labels: readonly (ShownRecord & { readonly tone: NonNullable<Choice['colour']> })[] }
  /** What is spent of the whole, and what should be; `rate`: the one in percent of the other. Without a state, it is not known yet. */
  | {
      readonly kind: 'meter'
      readonly text: string
      readonly spent: number
      readonly of: number
      readonly planned: number
      readonly rate: number
      readonly state: PaceState | null
    }

/** How the value of a record's field is shown; what screens draw, and what the server sends of the first rows of a list. */
export function displayValue(field: RecordColumn, name: string, record: RecordBase, language: Locale): DisplayValue {
  const values: Readonly<Record<string, unknown>> = record
  const value = values[name]
  const text = saysNothing(field, values) ? null : formatValue(field, value, language)
  if (text === null) return { kind: 'empty', text: emptyText(field, language) }
  const { refs, colours } = record
  if (field.kind === 'reference') {
    return { kind: 'records', target: field.target, label: null, records: [{ id: Number(value), name: refs[name] ?? text }] }
  }
  const named = field.refersTo?.(value)
  if (named) {
    const { id, target, label } = named
    return { kind: 'records', target, label: label[language], records: [{ id, name: refs[name] ?? `#${id}` }] }
  }
  if (field.meter) {
    const { share, of, planned, state } = field.meter
    const whole = Number(values[of])
    return {
      kind: 'meter',
      text,
      spent: (Number(values[share]) * whole) / 100,
      of: whole,
      planned: Number(values[planned]),
      rate: Number(value),
      state: paceStates.keys.find((key) => key === values[state]) ?? null,
    }
  }
  if (field.kind === 'references') {
    const records = idsIn(value).map((id) => ({ id, name: refs[`${name}.${id}`] ?? `#${id}` }))
    if (!colours) return { kind: 'records', target: field.target, label: null, records }
    const toneOf = (id: number) => labelColours.items.find(({ key }) => key === colours[`${name}.${id}`])?.colour ?? 'neutral'
    return { kind: 'labels', labels: records.map((label) => ({ ...label, tone: toneOf(label.id) })) }
  }
  const choice = field.kind === 'choice' ? field.choices?.items.find((item) => item.key === value) : undefined
  if (choice?.colour) return { kind: 'tag', choice }
  return { kind: field.kind === 'url' && /^https?:\/\//iu.test(text) ? 'link' : 'text', text }
}

/** A value in full as one text, where what is shown may be cut; null for none. */
export function displayText(value: DisplayValue, language: Locale): string | null {
  switch (value.kind) {
    case 'empty':
      return null
    case 'tag':
      return value.choice.label[language]
    case 'labels':
      return value.labels.map(({ name }) => name).join(listSeparator(language))
    case 'records': {
      const names = value.records.map(({ name }) => name).join(listSeparator(language))
      return value.label === null ? names : `${value.label} ${names}`
    }
    default:
      return value.text
  }
}
