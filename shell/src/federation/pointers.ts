import { accountAtom } from '@adsite/auth'
import { pointersFor, registryPointers, type RegistryPointers } from '@adsite/remote'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import * as v from 'valibot'
import { developedAtom, withDeveloped } from './development.ts'
import { keepPointers, keptPointers } from './kept-pointers.ts'

const none: RegistryPointers = { channel: 'stable', remotes: {} }

/** What the page carries; pages to sign in on carry nothing. */
function inlined(): RegistryPointers | null {
  const element = document.getElementById('registry-pointers')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), registryPointers), element?.textContent)
  return parsed.success ? parsed.output : null
}

/** What runs where for whom, as this page last heard of it: first from index.html, then pushed by the registry. */
const pointersAtom = atom<RegistryPointers | null>(null)

/** The same as it concerns the account in use: what is `stable` here runs for it, be it a canary (spec/platform "Cohort") or one's own development build. */
const ownPointersAtom = atom((get) =>
  withDeveloped(pointersFor(get(pointersAtom) ?? none, get(accountAtom)?.accountId ?? null), get(developedAtom)?.release),
)

function readInlined(): void {
  const store = getDefaultStore()
  if (store.get(pointersAtom) === null) store.set(pointersAtom, inlined() ?? none)
}

/** Without pointers in the page or from the registry a page runs on what worked last. */
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

/** A build has mounted: what the pointers say of its area is worth keeping when they chose it. */
export function keepWorking(area: string, build: string): void {
  const known = getDefaultStore().get(pointersAtom)
  if (known?.remotes[area]?.stable.build === build) void keepPointers(known, area)
}

const address = '/registry/pointers'

/** Of the document that this page has; null until it is known. */
let etag: string | null = (inlined() && document.getElementById('registry-pointers')?.dataset.etag) ?? null

const accountNow = () => getDefaultStore().get(accountAtom)?.accountId ?? null

/** Whom this page was told the pointers for; undefined: whoever was signed in when the page was made. */
let toldFor: number | null | undefined

// Another account may try other builds: what is drawn from now on waits for what that one is told. Somebody whom the
// page was most likely made for waits for nothing.
getDefaultStore().sub(accountAtom, () => {
  const account = accountNow()
  if (account === null || account === toldFor || !getDefaultStore().get(pointersAtom)?.by_account) return
  void (toldFor === undefined ? refresh() : askAgain())
})

/** Reads the pointers again; an answer that cannot be had or read changes nothing (the site runs on). */
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

/** Resolves once this page has heard which builds run, as far as that can be had: what failed is asked again by the next one. Never rejects. */
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

/** What the registry says when it is first listened to and when a pointer moves: the page may have that document already. */
const announced = v.pipe(v.string(), v.parseJson(), v.object({ etag: v.string() }))

/** Slow poll, with jitter, for when pushed events do not arrive (milliseconds). */
const pollEvery = 60_000

/**
 * Keeps the pointers of this page fresh. One tab of the site holds the event stream and tells the
 * others, so that many open tabs do not use up the browser's connections to the host.
 */
export function followPointers(): void {
  const channel = new BroadcastChannel('adsite-registry')
  /** Each tab looks for itself whether it has the document that was announced. */
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
