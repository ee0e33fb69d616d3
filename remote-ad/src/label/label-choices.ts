/** How many of some records have a label; `unknown` where not all of the records are at hand. */
export type Base = 'all' | 'some' | 'none' | 'unknown'

export interface Labelled {
  readonly [field: string]: unknown
}

const labelsOf = (record: Labelled): readonly unknown[] => (Array.isArray(record['label_ids']) ? record['label_ids'] : [])

export function baseOf(records: readonly Labelled[] | null, id: number): Base {
  if (records === null) return 'unknown'
  const having = records.filter((record) => labelsOf(record).includes(id)).length
  return having === 0 ? 'none' : having === records.length ? 'all' : 'some'
}

/** What a click makes of a label: put on, taken off, or (undefined) left as it is. */
export function nextChoice(base: Base, chosen: boolean | undefined): boolean | undefined {
  if (base === 'all') return chosen === undefined ? false : undefined
  if (base === 'none') return chosen === undefined ? true : undefined
  return chosen === undefined ? true : chosen ? false : undefined
}
