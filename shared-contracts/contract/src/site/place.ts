import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { prefectures } from '../text/prefecture.ts'
import { message } from '../text/validation.ts'

const prefectureCode = v.picklist(prefectures.keys, message('choice'))

/** JIS X 0402 code of a city, ward, town or village: five digits, of which the first two are its prefecture's. */
export const cityCode = v.pipe(v.string(message('choice')), v.regex(/^\d{5}$/u, message('choice')))

/** One of the 47 prefectures; `code` is JIS X 0401, two digits. */
export const prefecture = v.object({ code: prefectureCode, ja: v.string(), en: v.string() })
export type Prefecture = v.InferOutput<typeof prefecture>

/** One of the 1,892 cities, wards of a city, towns and villages. Towns and villages carry their district in the name. */
export const city = v.object({ code: cityCode, name: v.string(), kana: v.string() })
export type City = v.InferOutput<typeof city>

/** What a postal code stands for. `town` is empty where the code stands for a whole city. */
export const postalPlace = v.object({ prefecture: prefectureCode, city, town: v.string() })
export type PostalPlace = v.InferOutput<typeof postalPlace>

/** The prefecture that a city lies in. */
export function prefectureOf(code: string): string {
  return code.slice(0, 2)
}

/** Prefectures, cities and postal codes (spec/domain "Places"): the same for everyone, so answers carry an ETag. */
export const placeEndpoints = {
  prefectures: defineEndpoint({
    method: 'GET',
    path: '/api/prefecture',
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
