import { managingUsers, type UserKind } from '@adsite/contract'
import { authorOf } from '../call/author.ts'
import type { Handlers, RecordCall } from '../call/handler.ts'
import { pathId } from '../call/path-id.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { leaveAfterTwo, membershipsOf, setDefaultAccount } from './memberships.ts'
import { userMapping } from './mapping.ts'

type Own = Handlers[`${UserKind}_user`]

/** Handlers for the users of one kind of account: their records, and their memberships. */
export function accountUserHandlers(kind: UserKind): Own {
  const table = userMapping(kind)
  /** A user out of scope is treated as not existing in every call. */
  async function checkUser({ db, session, id }: Pick<RecordCall, 'db' | 'session' | 'id'>): Promise<void> {
    await findOrRefuse(db, session, table, id)
  }
  return resourceHandlers(`${kind}_user`, table, {
    async memberships(call) {
      await checkUser(call)
      return { data: await membershipsOf(call.db, call.session, call.id) }
    },
    async leave(call) {
      const account = pathId(call.params.account_id)
      await checkUser(call)
      await leaveAfterTwo(call.db, authorOf(call), { user: call.id, account, permission: managingUsers[kind] })
    },
    async setDefault(call) {
      await checkUser(call)
      await setDefaultAccount(call.db, authorOf(call), call.id, call.body.account_id)
    },
  } satisfies Partial<Own>)
}
