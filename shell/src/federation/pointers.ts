import { accountAtom } from '@adsite/auth'
import { briefPointers, namedBuilds, pointersFor, type BriefPointers } from '@adsite/remote'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import * as v from 'valibot'
import { developedAtom, withDeveloped } from './development.ts'
import { keepPointers, keptPointers, registryLimit } from './kept-pointers.ts'

const none: BriefPointers = { channel: 'stable', remotes: {} }

/** What the page contains of the pointers; pages for signing in have nothing. */
function inPage<S extends v.GenericSchema>(schema: S): v.InferOutput<S> | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), document.getElementById('registry-pointers')?.textContent)
  return parsed.success ? parsed.output : null
}

/**
 * A gateway that does not know the brief form puts all pointers into the page. One that does names the build of the area
 * that the page is in, and none in a page of the shell.
 */
function inlined(): BriefPointers | null {
  const told = inPage(briefPointers)
  return told && Object.keys(told.remotes).length > 0 ? told : null
}

/** The latest known pointers of all remotes: null until the first answer of the registry. */
const pointersAtom = atom<BriefPointers | null>(null)

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
  const kept = await keptPointers(inPage(namedBuilds))
  const known = getDefaultStore().get(pointersAtom)
  if (kept && (known === null || known === none)) getDefaultStore().set(pointersAtom, kept)
}

export function pointers(): BriefPointers {
  readInlined()
  return getDefaultStore().get(ownPointersAtom)
}

export function usePointers(): BriefPointers {
  readInlined()
  return useAtomValue(ownPointersAtom)
}

/** Called when a build has mounted: remembers the pointers of its area if they chose this build. */
export function keepWorking(area: string, build: string): void {
  const known = getDefaultStore().get(pointersAtom)
  if (known?.remotes[area]?.stable.build === build) void keepPointers(known, area)
}

const address = '/registry/pointers?brief'

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

/**
 * Pointers never go back in a page: of two gateways, one may know of a change some seconds later than the other, and
 * the page would swap its builds to and fro.
 */
function newest(known: BriefPointers | null, told: BriefPointers): BriefPointers {
  if (known?.channel !== told.channel) return told
  const remotes = Object.entries(told.remotes).map(([area, live]) => {
    const before = known.remotes[area]
    return [area, before && before.rev > live.rev ? before : live] as const
  })
  const shell = known.shell && told.shell && known.shell.rev > told.shell.rev ? known.shell : told.shell
  return { ...told, shell, remotes: Object.fromEntries(remotes) }
}

/** Refetches the pointers; a failed or invalid response changes nothing, and the site keeps running. */
async function refresh(): Promise<void> {
  toldFor = accountNow()
  // The browser asks whether its copy is current; the first answer is preloaded by the page.
  const response = await fetch(address, { signal: AbortSignal.timeout(registryLimit) }).catch(() => null)
  if (!response?.ok) return
  const json: unknown = await response.json().catch(() => null)
  if (!v.is(briefPointers, json)) return
  etag = response.headers.get('ETag')
  getDefaultStore().set(pointersAtom, newest(getDefaultStore().get(pointersAtom), json))
}

let asking: Promise<void> | null = null

/** Resolves once the pointers are known or cannot be fetched; after a failure the next call retries. Never rejects. */
export function pointersKnown(): Promise<void> {
  if (asking) return asking
  return etag !== null || inlined() ? Promise.resolve() : askAgain()
}

/** Pauses between attempts to learn the pointers at all (milliseconds), the last one repeated. */
const pauses = [1_000, 2_000, 5_000, 10_000, 30_000]
let attempts = 0

function askAgain(): Promise<void> {
  asking ??= refresh()
    .then(() => {
      if (etag !== null) return
      setTimeout(() => etag === null && askAgain(), (pauses[attempts++] ?? 30_000) * (0.75 + Math.random() / 2))
      return readKept()
    })
    .finally(() => (asking = null))
  return asking
}

/** Message of the registry on connecting and when a pointer moves; the page may already have that document. */
const announced = v.pipe(v.string(), v.parseJson(), v.object({ etag: v.string() }))

/** Interval of the fallback polling for lost push events, with jitter (milliseconds). */
const pollEvery = 60_000
/** A browser gives up a stream that was answered with an error, as proxies do while a site restarts (milliseconds). */
const reopenAfter = 5_000

function openEvents(announce: (event: MessageEvent) => void): void {
  const events = new EventSource('/registry/events')
  events.addEventListener('pointers', announce)
  events.addEventListener('error', () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(() => openEvents(announce), reopenAfter * (0.5 + Math.random()))
  })
}

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
  const listen = () => new Promise<never>(() => openEvents(announce))
  if ('locks' in navigator) void navigator.locks.request('adsite-registry', listen)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh()
  })
  const poll = () => setTimeout(() => void refresh().finally(poll), pollEvery * (0.75 + Math.random() / 2))
  poll()
}
