import { eq } from 'drizzle-orm'
import { authorOf } from '../call/author.ts'
import { accounts } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { waitsForSecondPerson } from '../second-person/hold.ts'
import type { Invitee, InvitingCall } from './send.ts'

/** Puts an invitation aside where the account wants a second person for its users; nothing is mailed then. */
export async function refuseWithoutSecondPerson(call: InvitingCall, { account, email, locale }: Invitee): Promise<void> {
  const after = { email, account_id: account.id, locale }
  const change = {
    entity: 'invitation',
    entity_id: null,
    action: 'create',
    name: email,
    permission: 'user.invite',
    before: {},
    after,
    excludes: (other: Readonly<Record<string, unknown>>) => other['email'] === email,
  } as const
  const waits = await call.db.transaction((transaction) =>
    waitsForSecondPerson(transaction, authorOf(call), { area: 'role', of: eq(accounts.id, account.id) }, change),
  )
  if (waits) throw new RequestError('second_person')
}
