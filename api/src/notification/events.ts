import type { ad, campaign, company, creative, frame, order, rejectRequest } from '@adsite/contract'
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { accounts, publisherGroups } from '../db/schema.ts'
import type { ResourceEvents, WrittenRecord } from '../resource/mapping/resource-mapping.ts'

/**
 * Who is notified of what (spec/domain "Notification": created by events, not only by hand), for all events of
 * records. An accepted invitation notifies the account that sent it (invitation/accept.ts).
 */
export const administrators = (): SQL => eq(accounts.kind, 'admin')
const accountsOfCompany = ({ id }: { readonly id: number }): SQL => eq(accounts.company_id, id)
const accountsOfCampaign = ({ advertiser_account_id, agency_account_id, rep_account_id }: WrittenRecord<typeof campaign>): SQL =>
  inArray(
    accounts.id,
    [advertiser_account_id, agency_account_id, rep_account_id].filter((id) => typeof id === 'number'),
  )

/** The advertiser, and the agencies that run campaigns for it. */
const buyersOf = ({ advertiser_account_id }: WrittenRecord<typeof creative>): SQL =>
  sql`(accounts.id = ${advertiser_account_id} or accounts.id in (select campaigns.agency_account_id from campaigns
    where campaigns.advertiser_account_id = ${advertiser_account_id} and campaigns.deleted_at is null))`

/** The media group's account and its trading desk. */
const accountsOfGroup = ({ publisher_group_id }: { readonly publisher_group_id?: number }): SQL =>
  sql`${accounts.id} in (select unnest(array[account_id, ptd_account_id]) from ${publisherGroups} where id = ${publisher_group_id})`

/** The advertiser, and the campaign's agency. */
const buyersOfCampaign = ({ advertiser_account_id, campaign_id }: WrittenRecord<typeof order>): SQL =>
  sql`(accounts.id = ${advertiser_account_id}
    or accounts.id = (select campaigns.agency_account_id from campaigns where campaigns.id = ${campaign_id}))`

export const companyEvents: ResourceEvents<typeof company> = {
  apply_credit: { kind: 'credit_applied', to: administrators },
  approve_credit: { kind: 'credit_approved', to: accountsOfCompany },
  reject_credit: { kind: 'credit_rejected', to: accountsOfCompany },
  approve_raise: { kind: 'raise_approved', to: accountsOfCompany },
  reject_raise: { kind: 'raise_rejected', to: accountsOfCompany },
  hold_credit: { kind: 'credit_held', to: accountsOfCompany },
  restore_credit: { kind: 'credit_restored', to: accountsOfCompany },
  stop_credit: { kind: 'credit_stopped', to: accountsOfCompany },
  deactivate: { kind: 'company_deactivated', to: accountsOfCompany },
  block: { kind: 'company_blocked', to: accountsOfCompany },
}

const accountsOfAd = ({ campaign_id }: WrittenRecord<typeof ad>): SQL =>
  sql`${accounts.id} in (select unnest(array[c.advertiser_account_id, c.agency_account_id, c.rep_account_id]) from campaigns c
    where c.id = ${campaign_id})`

export const adEvents: ResourceEvents<typeof ad> = {
  pause: { kind: 'ad_paused', to: accountsOfAd },
  resume: { kind: 'ad_resumed', to: accountsOfAd },
}

export const campaignEvents: ResourceEvents<typeof campaign> = {
  create: { kind: 'campaign_created', to: accountsOfCampaign },
  pause: { kind: 'campaign_paused', to: accountsOfCampaign },
  resume: { kind: 'campaign_resumed', to: accountsOfCampaign },
}

export const creativeEvents: ResourceEvents<typeof creative> = {
  apply: { kind: 'creative_applied', to: administrators },
  approve: { kind: 'creative_approved', to: buyersOf },
  reject: { kind: 'creative_rejected', to: buyersOf },
  post_reject: { kind: 'creative_post_rejected', to: buyersOf },
}

export const frameEvents: ResourceEvents<typeof frame> = {
  stop: { kind: 'frame_stopped', to: accountsOfGroup, params: ({ stop_reason }) => ({ reason: String(stop_reason) }) },
  restart: { kind: 'frame_restarted', to: accountsOfGroup },
}

const isChange = ({ kind }: WrittenRecord<typeof order>) => kind === 'CHANGE'

export const orderEvents: ResourceEvents<typeof order> = {
  submit: { kind: (record) => (isChange(record) ? 'order_change_submitted' : 'order_submitted'), to: administrators },
  withdraw: { kind: (record) => (isChange(record) ? 'order_change_withdrawn' : 'order_withdrawn'), to: administrators },
  approve: { kind: (record) => (isChange(record) ? 'order_change_approved' : 'order_approved'), to: buyersOfCampaign },
  disapprove: { kind: (record) => (isChange(record) ? 'order_change_disapproved' : 'order_disapproved'), to: buyersOfCampaign },
  cancel: { kind: 'order_canceled', to: buyersOfCampaign },
}

/** Both sides: the requester, and those whose delivery there ends. */
const bothSides = (record: WrittenRecord<typeof rejectRequest>): SQL =>
  sql`(${accountsOfGroup(record)} or accounts.id in (
    select unnest(array[campaigns.advertiser_account_id, campaigns.agency_account_id]) from reject_requests
      join ads on ads.advertiser_account_id = reject_requests.advertiser_account_id and ads.id = reject_requests.ad_id
      join campaigns on campaigns.advertiser_account_id = ads.advertiser_account_id and campaigns.id = ads.campaign_id
    where reject_requests.id = ${record.id}))`

export const rejectRequestEvents: ResourceEvents<typeof rejectRequest> = {
  accept: { kind: 'reject_request_accepted', to: bothSides },
  decline: { kind: 'reject_request_declined', to: accountsOfGroup, params: ({ decision_reason }) => ({ reason: String(decision_reason) }) },
}
