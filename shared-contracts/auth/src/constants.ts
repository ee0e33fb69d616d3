import { call } from '@adsite/api-client'
import { constantsEndpoints, required, type EndpointResponse } from '@adsite/contract'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { keepInClientState } from './client-state.ts'
import { onDemand } from './on-demand.ts'

/** All enumerations of the API by name, with their keys and texts. */
export type Constants = EndpointResponse<typeof constantsEndpoints.get>['data']

const constantsAtom = atom<Constants | null>(null)
const keptAtom = atom(
  (get) => get(constantsAtom),
  (get, set, kept: Constants) => get(constantsAtom) ?? set(constantsAtom, kept),
)
keepInClientState('constants', required(constantsEndpoints.get.response, 'the schema of the constants').entries.data, keptAtom)

const load = onDemand<Constants>({
  known: () => getDefaultStore().get(constantsAtom) ?? undefined,
  keep: (_, constants) => getDefaultStore().set(constantsAtom, constants),
  ask: async () => (await call(constantsEndpoints.get)).data,
})

/** Loads the constants (spec/site "Client state") once and caches them; `again` refetches. Rejects with ApiError. */
export function loadConstants({ again = false }: { again?: boolean } = {}): Promise<Constants> {
  return load('', again)
}

/** The constants, loaded when the first screen needs them; null while loading and on failure. */
export function useConstants(): Constants | null {
  useEffect(() => void loadConstants().catch(() => undefined), [])
  return useAtomValue(constantsAtom)
}
