import type { Endpoint } from '@adsite/contract'
import type { Caller } from '../db/scope.ts'
import type { Call } from './handler.ts'

export interface Author extends Caller {
  readonly user_id: number | null
  readonly source: 'screen' | 'import' | 'api'
}

/**
 * Who makes a call, for the log (spec/domain "Every row": source). Browsers send Origin with every write and
 * a page cannot leave it out; a call that has a session and no Origin is a program's.
 */
export function authorOf({ session, request }: Pick<Call<Endpoint>, 'session' | 'request'>): Author {
  const { account_id, role, user } = session
  return { account_id, role, user_id: user.id, source: request.headers.has('Origin') ? 'screen' : 'api' }
}
