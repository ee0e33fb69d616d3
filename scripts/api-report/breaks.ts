import type { Operation, Operations, Schema } from './operations.ts'

const isRecord = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `sent`: what a page sends must be accepted. `read`: what the API answers must be what a page can read. */
type Direction = 'sent' | 'read'

type Properties = Readonly<Record<string, Schema>>

/** A schema below another one; a schema of anything where there is none. */
const schemaOf = (value: unknown): Schema => (isRecord(value) ? value : {})
const propertiesOf = ({ properties }: Schema): Properties =>
  Object.fromEntries(Object.entries(schemaOf(properties)).map(([name, schema]) => [name, schemaOf(schema)]))
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const alternativesOf = (schema: Schema): readonly Schema[] => {
  const { anyOf, oneOf, ...rest } = schema
  const alternatives = anyOf ?? oneOf
  return alternatives === undefined ? [schema] : listOf(alternatives).map((one) => ({ ...rest, ...schemaOf(one) }))
}
const valuesOf = (schema: Schema): readonly unknown[] | null =>
  'const' in schema ? [schema['const']] : 'enum' in schema ? listOf(schema['enum']) : null

const typeOfValue = (value: unknown) => (value === null ? 'null' : typeof value)
const nameOf = (schema: Schema) =>
  valuesOf(schema)
    ?.map((value) => JSON.stringify(value))
    .join(' | ') ?? String(schema['type'] ?? 'anything')

/** Bounds that a value has to keep: the name of the keyword → whether the wider bound is the greater one. */
const bounds = {
  minLength: false,
  minItems: false,
  minimum: false,
  exclusiveMinimum: false,
  maxLength: true,
  maxItems: true,
  maximum: true,
  exclusiveMaximum: true,
} as const

/**
 * Where values of `narrow` are none of `wide`; empty if every value is one. Of what is read only the shape counts, since
 * pages do not check bounds and take no notice of further properties.
 */
function misfits(narrow: Schema, wide: Schema, direction: Direction, at: string): string[] {
  const parts = alternativesOf(narrow).flatMap((one) => valuesOf(one)?.map((value): Schema => ({ const: value })) ?? [one])
  return parts.flatMap((part) => {
    const others = alternativesOf(wide)
    const alike = others.filter(({ type }) => type === part['type'])
    const found = (alike.length > 0 ? alike : others).map((other) => misfitsOfOne(part, other, direction, at))
    // Where nothing fits, the alternative that is closest says what is missing.
    return found.toSorted((one, other) => one.length - other.length)[0] ?? []
  })
}

function misfitsOfOne(narrow: Schema, wide: Schema, direction: Direction, at: string): string[] {
  const [values, wideValues] = [valuesOf(narrow), valuesOf(wide)]
  const differs = [`${at} is ${nameOf(narrow)}, not ${nameOf(wide)}`]
  if (wideValues) return values?.every((value) => wideValues.includes(value)) ? [] : differs
  const type = wide['type']
  if (type === undefined) return []
  const own = values ? typeOfValue(values[0]) : narrow['type']
  if (own !== type && !(type === 'number' && own === 'integer')) return differs
  if (values) return []
  const bounded = direction === 'sent' ? misfitsOfBounds(narrow, wide, at) : []
  if (type === 'array') return [...bounded, ...misfits(schemaOf(narrow['items']), schemaOf(wide['items']), direction, `${at}[]`)]
  return type === 'object' ? misfitsOfObjects(narrow, wide, direction, at) : bounded
}

function misfitsOfBounds(narrow: Schema, wide: Schema, at: string): string[] {
  const lowered = Object.entries(bounds).filter(([keyword, greater]) => {
    const [mine, theirs] = [narrow[keyword], wide[keyword]]
    return typeof theirs === 'number' && (typeof mine !== 'number' || (greater ? mine > theirs : mine < theirs))
  })
  const changed = ['pattern', 'format', 'multipleOf'].filter((keyword) => wide[keyword] !== undefined && wide[keyword] !== narrow[keyword])
  return [...lowered.map(([keyword]) => keyword), ...changed].map(
    (keyword) => `${at} has ${keyword} ${String(wide[keyword])}, not ${String(narrow[keyword] ?? 'none')}`,
  )
}

function misfitsOfObjects(narrow: Schema, wide: Schema, direction: Direction, at: string): string[] {
  const [own, others] = [propertiesOf(narrow), propertiesOf(wide)]
  const [mine, theirs] = [narrow['additionalProperties'], wide['additionalProperties']]
  const demanded = listOf(wide['required']).filter((name) => !listOf(narrow['required']).includes(name))
  const gone = direction === 'read' ? Object.keys(others).filter((name) => !(name in own) && !demanded.includes(name)) : []
  return [
    ...demanded.map((name) => `${at}.${String(name)} ${direction === 'sent' ? 'is required' : 'may be missing'}`),
    ...gone.map((name) => `${at}.${name} is gone`),
    ...Object.entries(own).flatMap(([name, schema]) => {
      const other = others[name] ?? (typeof theirs === 'object' ? schemaOf(theirs) : undefined)
      if (other) return misfits(schema, other, direction, `${at}.${name}`)
      return direction === 'sent' && theirs === false ? [`${at}.${name} is refused`] : []
    }),
    ...(typeof mine === 'object' && typeof theirs === 'object' ? misfits(schemaOf(mine), schemaOf(theirs), direction, `${at}.*`) : []),
  ]
}

function breaksOfOne(older: Operation, newer: Operation): string[] {
  const query = Object.entries(older.query).flatMap(([name, { schema }]) => {
    const now = newer.query[name]
    return now ? misfits(schema, now.schema, 'sent', `query.${name}`) : [`query.${name} is refused`]
  })
  const demanded = Object.entries(newer.query).filter(([name, { required }]) => required && !older.query[name]?.required)
  const body = Object.entries(older.body ?? {}).flatMap(([type, { schema }]) => {
    const now = newer.body?.[type]
    if (!now) return [`a body of ${type} is refused`]
    return schema && now.schema ? misfits(schema, now.schema, 'sent', 'body') : []
  })
  const answer = Object.entries(newer.answer ?? {}).flatMap(([type, { schema }]) => {
    const before = older.answer?.[type]
    if (!before) return older.answer ? [`it answers ${type}`] : []
    return schema && before.schema ? misfits(schema, before.schema, 'read', 'answer') : []
  })
  return [
    ...query,
    ...demanded.map(([name]) => `query.${name} is required`),
    ...(newer.body && !older.body ? ['a body is required'] : []),
    ...body,
    ...(older.status === newer.status ? [] : [`it answers ${newer.status}, not ${older.status}`]),
    ...(older.answer && !newer.answer ? ['its answer is empty'] : []),
    ...answer,
  ]
}

/** A call that pages of an older contract can no longer use, and why. */
export interface Break {
  readonly call: string
  readonly why: string
}

/** What an API would break for pages that were built for an older one; empty if it serves them all. */
export function breaksOf(older: Operations, newer: Operations): Break[] {
  return Object.entries(older).flatMap(([call, before]) => {
    const now = newer[call]
    return [...new Set(now ? breaksOfOne(before, now) : ['it is gone'])].map((why) => ({ call, why }))
  })
}
