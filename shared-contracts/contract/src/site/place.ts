import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { prefectures } from '../text/prefecture.ts'
import { message } from '../text/message.ts'

const prefectureCode = v.picklist(prefectures.keys, message('choice'))

/** JIS X 0402 code of a municipality: five digits, starting with the two digits of its prefecture. */
export const cityCode = v.pipe(v.string(message('choice')), v.regex(/^\d{5}$/u, message('choice')))

/** One of the 47 prefectures; `code` is its two-digit JIS X 0401 code. */
export const prefecture = v.object({ code: prefectureCode, ja: v.string(), en: v.string() })
export type Prefecture = v.InferOutput<typeof prefecture>

/** One of the 1,892 cities, wards of cities, towns and villages. Names of towns and villages include their district. */
export const city = v.object({ code: cityCode, name: v.string(), kana: v.string() })
export type City = v.InferOutput<typeof city>

/** The place of a postal code. `town` is empty if the code covers a whole city. */
export const postalPlace = v.object({ prefecture: prefectureCode, city, town: v.string() })
export type PostalPlace = v.InferOutput<typeof postalPlace>

/** The prefecture of a city. */
export function prefectureOf(code: string): string {
  return code.slice(0, 2)
}

/** Prefectures, cities and postal codes (spec/domain "Places"): the same for everyone, so responses carry an ETag. */
export const placeEndpoints = {
  prefectures: defineEndpoint({
    method: 'GET',
    path: '/api/prefecture',
    label: { ja: '都道府県の表示', en: 'View prefectures' },
    kind: 'list',
    permission: 'session.use',
    summary: 'The 47 prefectures by their code',
    response: v.object({ data: v.array(prefecture) }),
    success: 200,
    tagged: true,
  }),
  cities: defineEndpoint({
    method: 'GET',
    path: '/api/city',
    label: { ja: '市区町村の表示', en: 'View cities' },
    kind: 'list',
    permission: 'session.use',
    summary: 'Cities, wards, towns and villages of a prefecture by their code',
    query: v.strictObject({ prefecture: prefectureCode }),
    response: v.object({ data: v.array(city) }),
    success: 200,
    tagged: true,
  }),
  postalCode: defineEndpoint({
    method: 'GET',
    path: '/api/postal-code/{zip}',
    label: { ja: '郵便番号による住所の検索', en: 'Look up a postal code' },
    kind: 'list',
    permission: 'session.use',
    summary:
      'What a postal code (1500001 or 150-0001) stands for: mostly one place, several towns for some, none for one that is not in use',
    response: v.object({ data: v.array(postalPlace) }),
    success: 200,
    tagged: true,
    errors: ['validation_failed'],
  }),
}
