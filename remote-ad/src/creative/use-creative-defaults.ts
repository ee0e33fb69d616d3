import { useApiQuery } from '@adsite/api-client'
import { adEndpoints, creativeEndpoints, creativeGroupEndpoints, productEndpoints, referenceEndpoint } from '@adsite/contract'
import type { FormValues } from '@adsite/screen-kit'

interface CreativeDefaults {
  /** Initial values of the form; undefined while loading. All are optional: what fails to load stays empty. */
  readonly initial: FormValues | undefined
  /** Suggests a name for a format until the user types another one. */
  readonly nameFor: (format: unknown) => string | null
  /** The formats of the product of the ad that shows the group. */
  readonly preferred: readonly number[]
}

/**
 * Initial values for a new creative of a group: the landing page of the ad that shows the group, the first
 * format of its product without a creative in the group, and a name made of both.
 */
export function useCreativeDefaults(group: number | null): CreativeDefaults {
  const known = { enabled: group !== null }
  const below = (limit: '20' | '100') => ({ query: { creative_group_id: String(group), limit } })
  const named = useApiQuery(creativeGroupEndpoints.get, { params: { id: group ?? 0 } }, known)
  const ads = useApiQuery(adEndpoints.list, below('20'), known)
  const others = useApiQuery(creativeEndpoints.list, below('100'), known)
  const formats = useApiQuery(referenceEndpoint('format'), {}, known)
  const ad = ads.data?.data[0]
  const product = useApiQuery(productEndpoints.get, { params: { id: ad?.product_id ?? 0 } }, { enabled: ad?.product_id != null })

  const groupName = named.data?.data.name
  function nameFor(format: unknown): string | null {
    if (groupName === undefined) return null
    const size = formats.data?.data.find(({ id }) => id === format)?.name
    return (size === undefined ? groupName : `${groupName} ${size}`).slice(0, 255)
  }

  if (group !== null && [named, ads, others, formats, product].some(({ isLoading }) => isLoading))
    return { initial: undefined, nameFor, preferred: [] }
  const taken = others.data?.data.map(({ format_id }) => format_id) ?? []
  const format = product.data?.data.format_ids?.find((id) => !taken.includes(id)) ?? null
  return {
    initial: {
      ...(groupName === undefined ? {} : { name: nameFor(format) }),
      ...(format === null ? {} : { format_id: format }),
      landing_url: ad?.landing_url ?? others.data?.data[0]?.landing_url ?? '',
    },
    nameFor,
    preferred: product.data?.data.format_ids ?? [],
  }
}
