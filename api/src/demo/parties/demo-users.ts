import { roleCode, required, type Role } from '@adsite/contract'
import { hashPassword } from '../../session/password.ts'
import type { DemoAccounts } from './write-companies.ts'
import type { DemoWriter } from '../base/demo-writer.ts'

/** Password of every demo login (spec/design "Demo data"). */
export const demoPassword = 'Demo-2026-adsite'

export interface DemoLogin {
  readonly email: string
  readonly name: string
  /** Role and number of each account; the first is the default. */
  readonly accounts: readonly (readonly [Role, number])[]
}

/** The demo logins, as `npm start` prints them. */
export const demoLogins: readonly DemoLogin[] = [
  { email: 'admin@demo.example', name: '運営 花子', accounts: [['admin', 0]] },
  // Nobody approves what they submitted, so credit and orders need a second administrator.
  { email: 'reviewer@demo.example', name: '審査 一郎', accounts: [['admin', 0]] },
  { email: 'advertiser@demo.example', name: '青葉 太郎', accounts: [['advertiser', 0]] },
  { email: 'agency@demo.example', name: '大和 京子', accounts: [['agency', 0]] },
  { email: 'rep@demo.example', name: '東 里香', accounts: [['rep', 0]] },
  { email: 'ptd@demo.example', name: '一番 誠', accounts: [['ptd', 0]] },
  { email: 'pg@demo.example', name: '日向 葵', accounts: [['pg', 0]] },
  {
    email: 'multi@demo.example',
    name: '港 翔',
    accounts: [
      ['advertiser', 1],
      ['agency', 1],
      ['pg', 1],
    ],
  },
]

export async function writeUsers(writer: DemoWriter, accounts: DemoAccounts): Promise<void> {
  const hashes = await Promise.all(demoLogins.map(() => hashPassword(demoPassword)))
  const users = await writer.insert(
    'users',
    'user',
    demoLogins.map(({ email, name }, index) => ({
      email,
      name,
      password_hash: required(hashes[index], 'the password hash of a demo user: one is made for each'),
      status: 'ACTIVE',
    })),
  )
  await writer.copy(
    'memberships',
    demoLogins.flatMap((login, index) =>
      login.accounts.map(([role, number], at) => ({
        user_id: required(users[index], 'the row of a demo user: one is inserted for each').id,
        account_id: required(accounts[role][number], `account ${number} of the role ${role}: the company seeds have fewer that trade`).id,
        role: roleCode(role),
        is_default: at === 0,
      })),
    ),
  )
}
