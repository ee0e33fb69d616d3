import { registryPointers, type RegistryPointers } from '@adsite/remote'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import * as v from 'valibot'

const none: RegistryPointers = { channel: 'stable', remotes: {} }

function inlined(): RegistryPointers {
  const element = document.getElementById('registry-pointers')
  const parsed = v.safeParse(registryPointers, element ? JSON.parse(element.textContent) : none)
  return parsed.success ? parsed.output : none
}

const pointersAtom = atom<RegistryPointers | null>(null)

/** What runs where, as this page last heard of it: first from index.html, then pushed by the registry. */
export function pointers(): RegistryPointers {
  const store = getDefaultStore()
  const known = store.get(pointersAtom)
  if (known) return known
  const first = inlined()
  store.set(pointersAtom, first)
  return first
}

export function usePointers(): RegistryPointers {
  return useAtomValue(pointersAtom) ?? pointers()
}

const address = '/registry/pointers'

/** Reads the pointers again; an answer that cannot be had or read changes nothing (the site runs on). */
async function refresh(): Promise<void> {
  const response = await fetch(address, { cache: 'no-cache' }).catch(() => null)
  if (!response?.ok) return
  const parsed = v.safeParse(registryPointers, await response.json().catch(() => null))
  if (parsed.success) getDefaultStore().set(pointersAtom, parsed.output)
}

/** Slow poll, with jitter, for when pushed events do not arrive (milliseconds). */
const pollEvery = 60_000

/**
 * Keeps the pointers of this page fresh. One tab of the site holds the event stream and tells the
 * others, so that many open tabs do not use up the browser's connections to the host.
 */
export function followPointers(): void {
  const channel = new BroadcastChannel('adsite-registry')
  channel.addEventListener('message', () => void refresh())
  const announce = () => {
    channel.postMessage('changed')
    void refresh()
  }
  const listen = () =>
    new Promise<never>(() => {
      const events = new EventSource('/registry/events')
      events.addEventListener('pointers', announce)
    })
  if ('locks' in navigator) void navigator.locks.request('adsite-registry', listen)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh()
  })
  const poll = () => setTimeout(() => void refresh().finally(poll), pollEvery * (0.75 + Math.random() / 2))
  poll()
}
