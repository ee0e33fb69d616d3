import { call } from '@adsite/api-client'
import { constantsEndpoints, type EndpointResponse } from '@adsite/contract'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect } from 'react'

/** Every enumeration of the API by name, with its keys and texts. */
export type Constants = EndpointResponse<typeof constantsEndpoints.get>['data']

const constantsAtom = atom<Constants | null>(null)
let loading: Promise<Constants> | null = null

async function read(): Promise<Constants> {
  const { data } = await call(constantsEndpoints.get)
  getDefaultStore().set(constantsAtom, data)
  return data
}

/**
 * Constants of SPEC section 3: asked for once, then kept as long as the page; `again` asks anew, which costs
 * a 304 where nothing changed (ETag). Rejects with ApiError; the next call tries again.
 */
export async function loadConstants({ again = false }: { again?: boolean } = {}): Promise<Constants> {
  const known = getDefaultStore().get(constantsAtom)
  if (known && !again) return known
  loading ??= read().finally(() => {
    loading = null
  })
  return loading
}

/** The constants, loaded when the first screen asks for them; null until they are there, and when they cannot be had. */
export function useConstants(): Constants | null {
  useEffect(() => void loadConstants().catch(() => undefined), [])
  return useAtomValue(constantsAtom)
}
