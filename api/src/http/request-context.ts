import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventDescription } from '../security-event/record-event.ts'
import type { Session } from './handler.ts'

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
