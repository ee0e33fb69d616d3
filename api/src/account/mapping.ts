import { advertiser, agency, ptd, rep, required, type AccountKind, type AnyResource } from '@adsite/contract'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { accounts, campaigns, creativeGroups, invitations, memberships, publisherGroups } from '../db/schema.ts'
import { accountScope, demandAccountScope, isOpenAccount, userAccountScope } from '../db/scope.ts'
import { nothingHangs } from '../resource/write/nothing-hangs.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'
import { listChanged } from '../serving/changed-campaigns.ts'

const campaignLabel = { ja: 'キャンペーン', en: 'campaigns' }
const accountLabel = { ja: 'アカウント', en: 'accounts' }

const nothingOfAccount = nothingHangs(
  { table: memberships, column: memberships.account_id, label: { ja: 'ユーザー', en: 'users' } },
  { table: invitations, column: invitations.account_id, label: { ja: '招待', en: 'invitations' } },
  { table: campaigns, column: campaigns.advertiser_account_id, label: campaignLabel },
  { table: campaigns, column: campaigns.agency_account_id, label: campaignLabel },
  { table: campaigns, column: campaigns.rep_account_id, label: campaignLabel },
  {
    table: creativeGroups,
    column: creativeGroups.advertiser_account_id,
    label: { ja: 'クリエイティブグループ', en: 'creative groups' },
  },
  { table: accounts, column: accounts.agency_account_id, label: accountLabel },
  { table: accounts, column: accounts.rep_account_id, label: accountLabel },
  { table: publisherGroups, column: publisherGroups.ptd_account_id, label: { ja: 'メディアグループ', en: 'media groups' } },
)

/** Maps the accounts of one kind. All kinds share a table and are told apart by the scope. A new account starts under review. */
const accountTable = <R extends AnyResource>(kind: AccountKind, resource: R) => {
  const ofKind = (scope: SQL) => required(and(eq(accounts.kind, kind), scope), 'the condition')
  return defineMapping({
    resource,
    table: accounts,
    scope: (caller) => ofKind(accountScope(caller)),
    referred: {
      scope: (caller) => ofKind(kind === 'ptd' ? userAccountScope(caller) : demandAccountScope(caller, kind)),
      current: isOpenAccount,
    },
    guards: { delete: nothingOfAccount },
    insertDefaults: () => ({ kind: sql`${kind}`, status: sql`'INPROGRESS'` }),
    async afterWrite(transaction, _, { id, status }, __, before) {
      // Whether an advertiser may deliver depends on its status and on the credit of its company, which stays the same.
      if (!before || status === before.status) return
      await listChanged(transaction, sql`campaigns.advertiser_account_id = ${id}::bigint and campaigns.end_at > now()`)
    },
  })
}

export const advertiserMapping = accountTable('advertiser', advertiser)
export const agencyMapping = accountTable('agency', agency)
export const repMapping = accountTable('rep', rep)
export const ptdMapping = accountTable('ptd', ptd)
