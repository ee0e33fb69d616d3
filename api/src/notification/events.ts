import { eq, inArray, type SQL } from 'drizzle-orm'
import { accounts } from '../db/schema.ts'
import type { ResourceEvents } from '../resource/resource-table.ts'

/**
 * Who is told of what (DOMAIN "notification": created by events, not only by hand). The one place that says
 * so for records; an invitation that is accepted tells the account that sent it (invitation/accept.ts).
 */
type StoredRecord = Readonly<Record<string, unknown>>

const administrators = (): SQL => eq(accounts.kind, 'admin')
const accountsOfCompany = ({ id }: StoredRecord): SQL => eq(accounts.company_id, id as number)
const accountsOfCampaign = ({ advertiser_account_id, agency_account_id, rep_account_id }: StoredRecord): SQL =>
  inArray(
    accounts.id,
    [advertiser_account_id, agency_account_id, rep_account_id].filter((id) => typeof id === 'number'),
  )

export const companyEvents: ResourceEvents = {
  apply_credit: { kind: 'credit_applied', to: administrators },
  approve_credit: { kind: 'credit_approved', to: accountsOfCompany },
  reject_credit: { kind: 'credit_rejected', to: accountsOfCompany },
}

export const campaignEvents: ResourceEvents = {
  create: { kind: 'campaign_created', to: accountsOfCampaign },
  pause: { kind: 'campaign_paused', to: accountsOfCampaign },
  resume: { kind: 'campaign_resumed', to: accountsOfCampaign },
}
