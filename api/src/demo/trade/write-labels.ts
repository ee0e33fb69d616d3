import type { PoolClient } from 'pg'
import type { DemoWriter } from '../base/demo-writer.ts'
import type { DemoAccounts } from '../parties/write-companies.ts'

const made = [
  { name: '重点', colour: 'RED' },
  { name: '季節もの', colour: 'GREEN' },
  { name: '検証中', colour: 'BLUE' },
] as const

/**
 * Labels of every account of the demand side and of the administrator. Each campaign that an account sees has none to three
 * of them, so that rows of a report by label overlap; ads have at most one.
 */
export async function writeLabels(client: PoolClient, writer: DemoWriter, accounts: DemoAccounts): Promise<void> {
  const owners = [...accounts.admin, ...accounts.advertiser, ...accounts.agency, ...accounts.rep]
  await writer.insert(
    'labels',
    'label',
    owners.flatMap(({ id }) => made.map((label) => ({ account_id: id, ...label }))),
  )
  const seen = `accounts.id = labels.account_id and (accounts.kind = 'admin'
    or accounts.id in (campaigns.advertiser_account_id, campaigns.agency_account_id, campaigns.rep_account_id))`
  await client.query(`
    insert into campaign_labels (account_id, label_id, advertiser_account_id, campaign_id)
    select labels.account_id, labels.id, campaigns.advertiser_account_id, campaigns.id
    from labels join campaigns on (campaigns.id + labels.id) % 4 = 0 or (campaigns.id + 2 * labels.id) % 7 = 0 join accounts on ${seen}`)
  await client.query(`
    insert into ad_labels (account_id, label_id, advertiser_account_id, ad_id)
    select labels.account_id, labels.id, ads.advertiser_account_id, ads.id
    from labels join ads on ads.id % 9 = labels.id % 9
      join campaigns on campaigns.advertiser_account_id = ads.advertiser_account_id and campaigns.id = ads.campaign_id
      join accounts on ${seen}`)
}
