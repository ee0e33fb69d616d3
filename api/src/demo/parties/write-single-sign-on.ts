import { required } from '@adsite/contract'
import type { ClientBase } from 'pg'
import type { DemoWriter } from '../base/demo-writer.ts'
import type { DemoAccounts } from './write-companies.ts'

/** Writes the provider of an agency as it is while somebody sets it up: not in use, its domain not proven. */
export async function writeSingleSignOn(client: ClientBase, writer: DemoWriter, { agency }: DemoAccounts): Promise<void> {
  const { id: account_id, name } = required(agency[0], 'an agency')
  const { rows } = await client.query<{ company_id: number }>('select company_id from accounts where id = $1', [account_id])
  const { company_id } = required(rows[0], 'the row of the agency')
  const [provider] = await writer.insert('sso_providers', 'single_sign_on', [
    {
      name: `${name}のIDプロバイダー`,
      company_id,
      issuer: 'https://login.demo.example',
      client_id: 'adsite',
      groups_claim: 'groups',
      second_factor: false,
      active: false,
    },
  ])
  const { id } = required(provider, 'the row that was inserted')
  await client.query(`insert into sso_domains (provider_id, domain, challenge) values ($1, 'agency.demo.example', 'demo')`, [id])
  await client.query(`insert into sso_groups (provider_id, value, account_id) values ($1, 'ad-operations', $2)`, [id, account_id])
}
