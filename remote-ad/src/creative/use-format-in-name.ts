import { useApiQuery } from '@adsite/api-client'
import { referenceEndpoint, creative, type ResourceRecord } from '@adsite/contract'
import type { Followed } from '@adsite/screen-kit'

/** Renames a creative that is named after its format when the format changes, until the user types another name. */
export function useFormatInName(): (record: ResourceRecord<typeof creative>) => Followed<typeof creative> {
  const formats = useApiQuery(referenceEndpoint('format'))
  const nameOf = (id: unknown) => formats.data?.data.find((format) => format.id === id)?.name
  return (record) => {
    const [name, former] = [record.name, nameOf(record.format_id)]
    const own = former !== undefined && name.endsWith(former) ? name.slice(0, -former.length) : null
    const named = (format: string | undefined) => (own === null || format === undefined ? null : `${own}${format}`)
    return { from: ['format_id'], useWanted: ([format]) => ({ name: named(nameOf(format)) }) }
  }
}
