import {
  accountUserEndpoints,
  accountUsers,
  campaign,
  campaignEndpoints,
  publisherGroup,
  publisherGroupEndpoints,
  type AccountKind,
  type UserKind,
} from '@adsite/contract'
import { relation, type Relation } from '@adsite/screen-kit'
import { accounts } from './account-kind.ts'

export function usersOf(kind: UserKind, accountId: number): Relation {
  return relation({
    resource: accountUsers[kind],
    list: accountUserEndpoints[kind].list,
    listRoute: `${kind}_user.list`,
    detailRoute: `${kind}_user.detail`,
    query: { account_ids: String(accountId) },
    createRoute: `${kind}_user.create`,
    createQuery: { account_id: String(accountId) },
    createLabel: { ja: 'ユーザーを招待', en: 'Invite a user' },
  })
}

/** Accounts of a kind that reference a record. */
export function accountsBy(kind: AccountKind, field: 'company_id' | 'agency_account_id' | 'rep_account_id', id: number): Relation {
  const { resource, endpoints } = accounts[kind]
  return {
    resource,
    list: endpoints.list,
    listRoute: `${kind}.list`,
    detailRoute: `${kind}.detail`,
    query: { [field]: String(id) },
    createRoute: `${kind}.create`,
  }
}

export function groupsBy(field: 'company_id' | 'ptd_account_id', id: number): Relation {
  return relation({
    resource: publisherGroup,
    list: publisherGroupEndpoints.list,
    listRoute: 'publisher_group.list',
    detailRoute: 'publisher_group.detail',
    query: { [field]: String(id) },
    createRoute: 'publisher_group.create',
  })
}

const campaignsBy = (field: 'advertiser_account_id' | 'agency_account_id' | 'rep_account_id', id: number): Relation =>
  relation({
    resource: campaign,
    list: campaignEndpoints.list,
    listRoute: 'campaign.list',
    detailRoute: 'campaign.detail',
    query: { [field]: String(id) },
  })

/** Records related to an account, by kind. */
export const relationsOf: Readonly<Record<AccountKind, (id: number) => Relation[]>> = {
  advertiser: (id) => [usersOf('advertiser', id), campaignsBy('advertiser_account_id', id)],
  agency: (id) => [usersOf('agency', id), accountsBy('advertiser', 'agency_account_id', id), campaignsBy('agency_account_id', id)],
  rep: (id) => [
    usersOf('rep', id),
    accountsBy('agency', 'rep_account_id', id),
    accountsBy('advertiser', 'rep_account_id', id),
    campaignsBy('rep_account_id', id),
  ],
  ptd: (id) => [usersOf('ptd', id), groupsBy('ptd_account_id', id)],
}
