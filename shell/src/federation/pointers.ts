import { accountAtom } from '@adsite/auth'
import { pointersFor, registryPointers, type RegistryPointers } from '@adsite/remote'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import * as v from 'valibot'
import { developedAtom, withDeveloped } from './development.ts'
import { keepPointers, keptPointers } from './kept-pointers.ts'

const none: RegistryPointers = { channel: 'stable', remotes: {} }

/** The pointers embedded in the page; pages for signing in have none. */
function inlined(): RegistryPointers | null {
  const element = document.getElementById('registry-pointers')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), registryPointers), element?.textContent)
  return parsed.success ? parsed.output : null
}

/** The latest known pointers of all remotes: from index.html at first, then pushed by the registry. */
const pointersAtom = atom<RegistryPointers | null>(null)

/**
 * The pointers for the current account (spec/platform "Cohort"): `stable` is what runs for it, which may be a
 * canary or the user's own development build.
 */
const ownPointersAtom = atom((get) =>
  withDeveloped(pointersFor(get(pointersAtom) ?? none, get(accountAtom)?.accountId ?? null), get(developedAtom)?.release),
)

function readInlined(): void {
  const store = getDefaultStore()
  if (store.get(pointersAtom) === null) store.set(pointersAtom, inlined() ?? none)
}

/** Without pointers from the page or the registry, falls back to the builds that worked last. */
async function readKept(): Promise<void> {
  const kept = await keptPointers()
  const known = getDefaultStore().get(pointersAtom)
  if (kept && (known === null || known === none)) getDefaultStore().set(pointersAtom, kept)
}

export function pointers(): RegistryPointers {
  readInlined()
  return getDefaultStore().get(ownPointersAtom)
}

export function usePointers(): RegistryPointers {
  readInlined()
  return useAtomValue(ownPointersAtom)
}

/** Called when a build has mounted: remembers the pointers of its area if they chose this build. */
export function keepWorking(area: string, build: string): void {
  const known = getDefaultStore().get(pointersAtom)
  if (known?.remotes[area]?.stable.build === build) void keepPointers(known, area)
}

const address = '/registry/pointers'

/** ETag of the pointers this page has; null until known. */
let etag: string | null = (inlined() && document.getElementById('registry-pointers')?.dataset.etag) ?? null

const accountNow = () => getDefaultStore().get(accountAtom)?.accountId ?? null

/** The account for which the page requested pointers; undefined: the account the page was made for. */
let toldFor: number | null | undefined

// Another account may be in other canaries, so rendering waits for its pointers. The account for which the page was
// most likely made does not wait.
getDefaultStore().sub(accountAtom, () => {
  const account = accountNow()
  if (account === null || account === toldFor || !getDefaultStore().get(pointersAtom)?.by_account) return
  void (toldFor === undefined ? refresh() : askAgain())
})

/** Refetches the pointers; a failed or invalid response changes nothing, and the site keeps running. */
async function refresh(): Promise<void> {
  toldFor = accountNow()
  const response = await fetch(address, { cache: 'no-cache' }).catch(() => null)
  if (!response?.ok) return
  const json: unknown = await response.json().catch(() => null)
  if (!v.is(registryPointers, json)) return
  etag = response.headers.get('ETag')
  getDefaultStore().set(pointersAtom, json)
}

let asking: Promise<void> | null = null

/** Resolves once the pointers are known or cannot be fetched; after a failure the next call retries. Never rejects. */
export function pointersKnown(): Promise<void> {
  if (asking) return asking
  return etag !== null || inlined() ? Promise.resolve() : askAgain()
}

function askAgain(): Promise<void> {
  asking ??= refresh()
    .then(() => (etag === null ? readKept() : undefined))
    .finally(() => (asking = null))
  return asking
}

/** Message of the registry on connecting and when a pointer moves; the page may already have that document. */
const announced = v.pipe(v.string(), v.parseJson(), v.object({ etag: v.string() }))

/** Interval of the fallback polling for lost push events, with jitter (milliseconds). */
const pollEvery = 60_000

/**
 * Keeps the pointers of this page up to date. A single tab holds the event stream and notifies the others, so
 * that many open tabs do not exhaust the browser's connections to the host.
 */
export function followPointers(): void {
  const channel = new BroadcastChannel('adsite-registry')
  /** Each tab checks for itself whether it has the announced document. */
  const hear = (news: unknown) => {
    if (news === null || news !== etag) void refresh()
  }
  channel.addEventListener('message', ({ data }) => hear(data))
  const announce = ({ data }: MessageEvent) => {
    const news = v.safeParse(announced, data)
    const current = news.success ? news.output.etag : null
    channel.postMessage(current)
    hear(current)
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
