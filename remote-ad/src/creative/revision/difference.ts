import { creative, reviewedFields, type CreativeRevision, type Field } from '@adsite/contract'

export interface FieldDifference {
  readonly name: string
  readonly field: Field
  readonly before: unknown
  readonly after: unknown
}

type Content = Readonly<Record<string, unknown>>

const asText = (value: unknown) => JSON.stringify(value ?? null)

/** The reviewed fields that differ between two contents. */
export function fieldDifferences(before: Content, after: Content): FieldDifference[] {
  return reviewedFields
    .filter((name) => asText(before[name]) !== asText(after[name]))
    .map((name) => ({ name, field: creative.fields[name], before: before[name] ?? null, after: after[name] ?? null }))
}

/** Describes the differences in materials, identified by their content. */
export function materialDifference(
  before: CreativeRevision['materials'],
  after: CreativeRevision['materials'],
): { before: string[]; after: string[] } | null {
  const words = (materials: CreativeRevision['materials']) => materials.map(({ name, width, height }) => `${name} (${width}×${height})`)
  const hashes = (materials: CreativeRevision['materials']) => materials.map(({ sha256 }) => sha256).toSorted()
  return asText(hashes(before)) === asText(hashes(after)) ? null : { before: words(before), after: words(after) }
}
