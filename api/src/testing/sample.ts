import type { AnyResource, Field } from '@adsite/contract'

/** The id of a record that a reference to `target` may lead to. */
type RecordOf = (target: string) => number

/** A valid value of a field; text contains `mark`. */
export function sampleValue(field: Field, recordOf: RecordOf, mark: string): unknown {
  const { kind, label, maxLength = 255, choices, target } = field
  const values: Readonly<Record<Field['kind'], () => unknown>> = {
    text: () => `${label.ja} ${mark}`.slice(-maxLength),
    multiline: () => `${label.ja} ${mark}`.slice(-maxLength),
    html: () => `<p>${mark}</p>`,
    digits: () => '0312345678'.slice(0, maxLength),
    zip: () => '150-0001',
    url: () => `https://sample.example/${mark}`,
    integer: () => 100,
    money: () => '5000',
    rate: () => '50',
    date: () => '2030-01-01',
    datetime: () => '2030-01-01T00:00:00.000Z',
    boolean: () => true,
    choice: () => choices!.keys[0],
    choices: () => choices!.keys.slice(0, 1),
    reference: () => recordOf(target!),
    references: () => [recordOf(target!)],
    object: () => null,
  }
  return values[kind]()
}

/** Values of fields that keep to a form which only a check of the resource knows, by resource. */
const needs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { source_frame: { source: 'dsp-1' } }

/** The smallest body that creates a record of a resource, as far as its fields say what is needed. */
export function sampleOf({ name, fields }: AnyResource, recordOf: RecordOf, mark: string): Readonly<Record<string, unknown>> {
  const needed = Object.entries<Field>(fields).filter(([, { required, access }]) => required && access !== 'read')
  return { ...Object.fromEntries(needed.map(([key, field]) => [key, sampleValue(field, recordOf, mark)])), ...needs[name] }
}
