import { AsyncLocalStorage } from 'node:async_hooks'
import type { Role, SecurityEventKind } from '@adsite/contract'
import type { Session } from './handler.ts'

/** What a handler adds to the event of its endpoint; the rest comes from the request. */
export interface EventDescription {
  readonly user_id?: number
  readonly account_id?: number
  readonly role?: Role
  /** E-mail address that a caller without a session gave. Stored only if a user has it, because people type passwords into this field. */
  readonly email?: string
  /** What the action was applied to: `company 12`, or the call. */
  readonly target?: string
  readonly detail?: string
}

/** The current request, for code far below the handler that must name it. */
export interface RequestContext {
  readonly requestId: string
  readonly address: string
  /** Browser and system; null if the request does not tell. */
  readonly device: string | null
  /** The session, once it is known. */
  session: Session | null
  /** What the handler adds to the event of its endpoint. */
  described: EventDescription
  /** What the changes of records that the call makes are in the audit, written with them. */
  recorded?: ReadonlySet<SecurityEventKind>
}

/** Empty outside of requests, in command lines and housekeeping. */
export const requestContext = new AsyncLocalStorage<RequestContext>()
