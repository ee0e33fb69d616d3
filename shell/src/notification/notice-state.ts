import { ApiError, call, failureTexts } from '@adsite/api-client'
import { accountAtom, keepInClientState, sessionAtom } from '@adsite/auth'
import {
  informationEndpoints,
  notification,
  notificationEndpoints,
  notificationsListed,
  viewedInformationItem,
  viewListLimit,
  type Notification,
  type ViewedInformationItem,
} from '@adsite/contract'
import { currentLanguage, i18n } from '@adsite/i18n'
import type { Outcome } from '@adsite/remote'
import { atom, getDefaultStore, type Atom } from 'jotai'
import * as v from 'valibot'
import { runAction } from '../alert/run-action.ts'

/** State of one of the two lists. Without entries and error, it is loading. */
export interface Reading<T> {
  readonly entries?: readonly T[]
  /** Whether the list is as long as it may be, so there may be more than its entries. */
  readonly isFull?: boolean
  /** Why there are no entries; a later failure keeps existing entries. */
  readonly error?: Error
}

/** Unconfirmed notices of the current account (spec/site "Client state"; spec/api "Announcement calls"). */
export interface Notices {
  /** Identifies the user and the account they belong to. */
  readonly of: string
  readonly information: Reading<ViewedInformationItem>
  readonly notifications: Reading<Notification>
}

const store = getDefaultStore()
const heldAtom = atom<Notices | null>(null)

/** User and current account; null while unknown or signed out. */
const readerAtom = atom((get) => {
  const [session, account] = [get(sessionAtom), get(accountAtom)]
  return session && account ? `${session.user.id} ${account.accountId}` : null
})

/** The notices of the current account; null until requested. Never contains those of another user or account. */
export const noticesAtom: Atom<Notices | null> = atom((get) => {
  const held = get(heldAtom)
  return held && held.of === get(readerAtom) ? held : null
})

/** The persisted part: entries without errors. Entries from an earlier page apply until this page has loaded its own. */
const keptSchema = v.object({
  of: v.string(),
  information: v.optional(v.array(viewedInformationItem)),
  notifications: v.optional(v.array(notification)),
})
type ListName = 'information' | 'notifications'

/** How many entries the lists have at most. */
const limits: Readonly<Record<ListName, number>> = { information: viewListLimit, notifications: notificationsListed }

const read = <T>(name: ListName, entries: readonly T[]): Reading<T> => ({ entries, isFull: entries.length >= limits[name] })

const keptNoticesAtom = atom(
  (get) => {
    const held = get(noticesAtom)
    return held && { of: held.of, information: held.information.entries, notifications: held.notifications.entries }
  },
  (get, set, { of, ...kept }: v.InferOutput<typeof keptSchema>) => {
    const held = get(heldAtom) ?? { of, information: {}, notifications: {} }
    const filled = <T>(name: ListName, reading: Reading<T>, entries: readonly T[] | undefined) =>
      reading.entries || !entries ? reading : read(name, entries)
    if (held.of !== of) return
    set(heldAtom, {
      of,
      information: filled('information', held.information, kept.information),
      notifications: filled('notifications', held.notifications, kept.notifications),
    })
  },
)
keepInClientState('notifications', keptSchema, keptNoticesAtom)

/** Whether the bell shows its dot: one of the lists is a non-empty array (spec/site "Header"). */
export const noticesExistAtom: Atom<boolean> = atom((get) => {
  const notices = get(noticesAtom)
  return [notices?.information, notices?.notifications].some((reading) => (reading?.entries?.length ?? 0) > 0)
})

/** The query shared by bell and dashboard. */
export const systemQuery = { is_important: 'true', remove_confirmed: 'true' } as const

/** Time in ms for which fetched notices count as fresh and are not refetched. */
const fresh = 15_000
let asked: { readonly of: string; readonly at: number; readonly done: Promise<void> } | null = null

// Clears everything on sign-out.
store.sub(sessionAtom, () => {
  if (store.get(sessionAtom) !== null) return
  asked = null
  store.set(heldAtom, null)
})

const lists: Readonly<Record<ListName, () => Promise<{ readonly data: readonly unknown[] }>>> = {
  information: () => call(informationEndpoints.viewList, { query: systemQuery }),
  notifications: () => call(notificationEndpoints.list, { query: { unconfirmed: 'true' } }),
}

const shapes = { information: viewedInformationItem, notifications: notification } as const satisfies Record<ListName, v.GenericSchema>

function put(of: string, name: ListName, news: Reading<unknown>): void {
  const held = store.get(noticesAtom)
  // The account has changed since the request.
  if (!held || held.of !== of) return
  store.set(heldAtom, { ...held, [name]: news })
}

/** Counts the requests per list, so that outdated responses are dropped. */
const turns: Record<ListName, number> = { information: 0, notifications: 0 }

async function readList(of: string, name: ListName): Promise<void> {
  turns[name] += 1
  const turn = turns[name]
  const before = () => store.get(noticesAtom)?.[name]
  try {
    const { data } = await lists[name]()
    // Validated, because an invalid list would crash its consumers.
    const entries: unknown = data
    if (!v.is(v.array<v.GenericSchema>(shapes[name]), entries)) throw new Error(failureTexts.list[currentLanguage()])
    if (turn === turns[name]) put(of, name, read(name, entries))
  } catch (reason) {
    const error = reason instanceof Error ? reason : new Error(String(reason))
    const former = before()
    if (turn === turns[name]) put(of, name, former?.entries ? former : { error })
  }
}

/**
 * Refetches both lists, or one of them. Never rejects: a failure keeps existing entries and is reported only if
 * there are none. With `ifOld`, fresh data is not refetched.
 */
export function readNotices({ only, ifOld = false }: { only?: ListName; ifOld?: boolean } = {}): Promise<void> {
  const of = store.get(readerAtom)
  if (of === null) return Promise.resolve()
  if (ifOld && asked?.of === of && Date.now() - asked.at < fresh) return asked.done
  const held = store.get(noticesAtom) ?? { of, information: {}, notifications: {} }
  const names = only ? [only] : (['information', 'notifications'] as const)
  // A list that failed returns to the loading state.
  const waiting = Object.fromEntries(names.filter((name) => held[name].error).map((name) => [name, {}]))
  store.set(heldAtom, { ...held, ...waiting })
  const done = Promise.all(names.map((name) => readList(of, name))).then(() => undefined)
  if (!only) asked = { of, at: Date.now(), done }
  return done
}

// Notices are texts of the API.
i18n.on('languageChanged', () => {
  if (store.get(noticesAtom)) void readNotices()
})

function takeOut(name: ListName, id: number): void {
  const held = store.get(noticesAtom)
  const reading = held?.[name]
  if (!held || !reading?.entries) return
  store.set(heldAtom, { ...held, [name]: { ...reading, entries: reading.entries.filter((entry) => entry.id !== id) } })
}

/** Confirms a notice. Removes it from the list immediately and refetches the list; an error is shown and changes nothing. */
async function confirm(name: ListName, id: number, work: () => Promise<unknown>): Promise<Outcome<unknown>> {
  const outcome = await runAction(work)
  // The notice has been withdrawn meanwhile, so there is nothing left to confirm.
  const gone = !outcome.done && outcome.error instanceof ApiError && outcome.error.code === 'not_found'
  if (outcome.done || gone) {
    takeOut(name, id)
    void readNotices({ only: name })
  }
  return outcome
}

/** Confirms an announcement (spec/api "Announcement calls"). */
export function confirmInformation(id: number): Promise<Outcome<unknown>> {
  return confirm('information', id, () => call(informationEndpoints.confirm, { params: { id } }))
}

/** Confirms a notification (spec/api "Notification calls"). */
export function confirmNotification(id: number): Promise<Outcome<unknown>> {
  return confirm('notifications', id, () => call(notificationEndpoints.confirm, { params: { id } }))
}
