import { viewingMinutes, type Role } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { viewings } from '../db/schema.ts'
import type { TestApi } from './api.ts'
import type { Tenant } from './fixtures.ts'

/** Inserts a view that belongs to the fixture's user of a role, as if it had been theirs, of a user of the other tenant. */
export async function insertViewing({ db, fixtures }: Pick<TestApi, 'db' | 'fixtures'>, role: Role, tenant: Tenant = 'a'): Promise<number> {
  const [own, other] = [fixtures[tenant], fixtures[tenant === 'a' ? 'b' : 'a']]
  const [made] = await db
    .insert(viewings)
    .values({
      admin_user_id: own.users[role],
      admin_account_id: own.accounts[role],
      user_id: other.users.advertiser,
      account_id: other.accounts.advertiser,
      reason: '問い合わせの確認',
      ends_at: sql`now() + make_interval(mins => ${viewingMinutes})`,
    })
    .returning({ id: viewings.id })
  return made!.id
}
