import { AsyncLocalStorage } from 'node:async_hooks'
import type { Role } from '@adsite/contract'
import type { Session } from './handler.ts'

/** What a handler adds to the event that its endpoint is. Whatever is left out comes from the request. */
export interface EventDescription {
  readonly user_id?: number
  readonly account_id?: number
  readonly role?: Role
  /** What somebody who is not signed in has given as their address. It is kept where a user has it; people type passwords here. */
  readonly email?: string
  /** What it was done to: `company 12`, or the call. */
  readonly target?: string
  readonly detail?: string
}

/** The request that is being answered, for what has to name it far below its handler. */
export interface RequestContext {
  readonly requestId: string
  readonly address: string
  /** Browser and system; null: the request does not say. */
  readonly device: string | null
  /** Who is signed in; set once it is known. */
  session: Session | null
  /** What the handler says of the event that its endpoint is. */
  described: EventDescription
}

/** Empty outside of requests: command lines, housekeeping. */
export const requestContext = new AsyncLocalStorage<RequestContext>()
