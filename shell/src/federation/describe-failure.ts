import { sessionAtom } from '@adsite/auth'
import { failureDetails, framesOf, maskMessage, type ReleaseBeacon } from '@adsite/contract'
import { getDefaultStore } from 'jotai'
import * as v from 'valibot'
import { areaOfPath, routeAt } from '../guard/route-access.ts'
import { pointers } from './pointers.ts'

export type FailureDetails = Pick<ReleaseBeacon, 'route' | 'error' | 'message' | 'stack'>

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error
}

/** What this page knows of its user, and what they have typed: none of it may be in a message that leaves the page. */
function ownValues(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  const written = document.querySelectorAll('[contenteditable=true]')
  const session = getDefaultStore().get(sessionAtom)
  return [
    ...Array.from(fields, ({ value }) => value),
    ...Array.from(written, ({ textContent }) => textContent),
    ...new URLSearchParams(location.search).values(),
    ...(session ? [session.user.name, session.user.email, ...session.accounts.map(({ name }) => name)] : []),
  ].map((value) => value.trim())
}

/** The screen of an area that the page shows. */
function routeOf(area: string): string | undefined {
  const { pathname } = location
  return areaOfPath(pathname) === area ? routeAt(pointers(), pathname)?.name : undefined
}

/** Each detail that has the form of the contract; the others are left out, since a failure counts without them too. */
function wellFormed(details: { readonly [K in keyof FailureDetails]: unknown }): FailureDetails {
  const route = v.safeParse(failureDetails.route, details.route)
  const error = v.safeParse(failureDetails.error, details.error)
  return {
    ...(route.success && route.output !== undefined ? { route: route.output } : {}),
    ...(error.success && error.output !== undefined ? { error: error.output } : {}),
  }
}

/** The screen of the area, and the error by name, message without data and places in builds: no address, no id, no input. */
export function describeFailure(area: string, error: unknown): FailureDetails {
  const root = rootOf(error)
  if (!(root instanceof Error)) return wellFormed({ route: routeOf(area) })
  const message = maskMessage(root.message, ownValues())
  const stack = framesOf(root.stack ?? '')
  return {
    ...wellFormed({ route: routeOf(area), error: root.name }),
    ...(message === '' ? {} : { message }),
    ...(stack.length === 0 ? {} : { stack }),
  }
}

/** A failure that no code threw: an unanswered call, or a screen that shows nothing. */
export function describeSymptom(area: string, error: string, message: string): FailureDetails {
  return { ...wellFormed({ route: routeOf(area), error }), message }
}
