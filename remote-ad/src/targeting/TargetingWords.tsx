import { useApiQuery } from '@adsite/api-client'
import { ad, describeTargeting, placeEndpoints, prefectureOf, type City } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { useReferenceNames } from '@adsite/screen-kit'
import { is } from 'valibot'
import type { ReactNode } from 'react'

const { schema } = ad.fields.targeting

/** The cities of a prefecture; none for null. */
function useCities(prefecture: string | null): readonly City[] {
  const { data } = useApiQuery(placeEndpoints.cities, { query: { prefecture: prefecture ?? '' } }, { enabled: prefecture !== null })
  return data?.data ?? []
}

/** A targeting in words, with the names of its media and ad spaces, and of cities of up to three prefectures; others are counted. */
export function TargetingWords({ value }: { value: unknown }): ReactNode {
  const language = useLanguage()
  const targeting = is(schema, value) ? value : null
  const [first = null, second = null, third = null] = new Set(targeting?.cities.map(prefectureOf))
  const cities = [...useCities(first), ...useCities(second), ...useCities(third)]
  const media = useReferenceNames('medium', targeting?.media ?? [])
  const spaces = useReferenceNames('space', targeting?.spaces ?? [])
  if (targeting === null) return null
  return describeTargeting(targeting, language, {
    city: (code) => cities.find((city) => city.code === code)?.name,
    medium: (id) => media.get(id),
    space: (id) => spaces.get(id),
  })
}
