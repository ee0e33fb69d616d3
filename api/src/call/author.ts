import type { Endpoint } from '@adsite/contract'
import type { Caller } from '../db/scope.ts'
import type { Call } from './handler.ts'
import { actorOf } from './viewed-session.ts'

export interface Author extends Caller {
  readonly user_id: number | null
  readonly source: 'screen' | 'import' | 'api'
  /** The request that the author, as its second person, carries out: what it asks for does not wait again. */
  readonly carriesOut?: number
  /** The former request of the author whose change in the history this one continues. */
  readonly continues?: string
}

/**
 * The author of a call, for the log (spec/domain "Every row": source). Browsers always send Origin with writes;
 * a session without Origin belongs to a program.
 */
export function authorOf({ session, request }: Pick<Call<Endpoint>, 'session' | 'request'>): Author {
  const { account_id, role, key } = session
  return { account_id, role, key, user_id: actorOf(session).id, source: key === null && request.headers.has('Origin') ? 'screen' : 'api' }
}
