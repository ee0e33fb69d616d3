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

/** Cities by prefecture code. */
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

/** Loads the 47 prefectures (spec/site "Client state") once and caches them. Rejects with ApiError. */
export function loadPrefectures(): Promise<readonly Prefecture[]> {
  return readPrefectures('')
}

/** Loads the cities of a prefecture by its code (spec/site "Client state") once and caches them. Rejects with ApiError. */
export function loadCities(prefectureCode: string): Promise<readonly City[]> {
  return readCities(prefectureCode)
}

/** The prefectures; null while loading and on failure. */
export function usePrefectures(): readonly Prefecture[] | null {
  useEffect(() => void loadPrefectures().catch(() => undefined), [])
  return useAtomValue(prefecturesAtom)
}

/** The cities of a prefecture; null without a prefecture, while loading and on failure. */
export function useCities(prefectureCode: string | null): readonly City[] | null {
  useEffect(() => {
    if (prefectureCode !== null) void loadCities(prefectureCode).catch(() => undefined)
  }, [prefectureCode])
  const cities = useAtomValue(cityAtom)
  return (prefectureCode !== null && cities?.[prefectureCode]) || null
}
