import { call } from '@adsite/api-client'
import { city, placeEndpoints, prefecture, type City, type Prefecture } from '@adsite/contract'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import * as v from 'valibot'
import { keepInClientState } from './client-state.ts'
import { onDemand } from './on-demand.ts'

const store = getDefaultStore()

const prefecturesAtom = atom<readonly Prefecture[] | null>(null)
const keptPrefecturesAtom = atom(
  (get) => get(prefecturesAtom),
  (get, set, kept: readonly Prefecture[]) => get(prefecturesAtom) ?? set(prefecturesAtom, kept),
)
keepInClientState('prefectures', v.array(prefecture), keptPrefecturesAtom)

/** Cities by the code of their prefecture. */
type Cities = Readonly<Record<string, readonly City[]>>

const cityAtom = atom<Cities | null>(null)
const keptCityAtom = atom(
  (get) => get(cityAtom),
  (get, set, kept: Cities) => set(cityAtom, { ...kept, ...get(cityAtom) }),
)
keepInClientState('city', v.record(v.string(), v.array(city)), keptCityAtom)

const readPrefectures = onDemand<readonly Prefecture[]>({
  known: () => store.get(prefecturesAtom) ?? undefined,
  keep: (_, prefectures) => store.set(prefecturesAtom, prefectures),
  ask: async () => (await call(placeEndpoints.prefectures)).data,
})

const readCities = onDemand<readonly City[]>({
  known: (code) => store.get(cityAtom)?.[code],
  keep: (code, cities) => store.set(cityAtom, { ...store.get(cityAtom), [code]: cities }),
  ask: async (code) => (await call(placeEndpoints.cities, { query: { prefecture: code } })).data,
})

/** The 47 prefectures (spec/site "Client state"): asked for once, then kept. Rejects with ApiError. */
export function loadPrefectures(): Promise<readonly Prefecture[]> {
  return readPrefectures('')
}

/** The cities of a prefecture (spec/site "Client state"), by the prefecture's code: asked for once, then kept. Rejects with ApiError. */
export function loadCities(prefectureCode: string): Promise<readonly City[]> {
  return readCities(prefectureCode)
}

/** The prefectures; null until they are there, and when they cannot be had. */
export function usePrefectures(): readonly Prefecture[] | null {
  useEffect(() => void loadPrefectures().catch(() => undefined), [])
  return useAtomValue(prefecturesAtom)
}

/** The cities of a prefecture; null without one, until they are there, and when they cannot be had. */
export function useCities(prefectureCode: string | null): readonly City[] | null {
  useEffect(() => {
    if (prefectureCode !== null) void loadCities(prefectureCode).catch(() => undefined)
  }, [prefectureCode])
  const cities = useAtomValue(cityAtom)
  return (prefectureCode !== null && cities?.[prefectureCode]) || null
}
