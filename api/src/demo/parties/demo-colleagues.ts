import { roleCode, required, type UserKind } from '@adsite/contract'
import { mailTokenHash, newMailToken } from '../../mail/mail-token.ts'
import { hashPassword } from '../../session/password.ts'
import type { DemoAccounts } from './write-companies.ts'
import { demoPassword } from './demo-users.ts'
import type { DemoWriter } from '../base/demo-writer.ts'

const families = [
  ['佐々木', 'ササキ'],
  ['松本', 'マツモト'],
  ['井上', 'イノウエ'],
  ['木村', 'キムラ'],
  ['清水', 'シミズ'],
  ['山崎', 'ヤマザキ'],
  ['池田', 'イケダ'],
  ['橋本', 'ハシモト'],
  ['石川', 'イシカワ'],
] as const
const givens = [
  ['健太', 'ケンタ'],
  ['美穂', 'ミホ'],
  ['拓也', 'タクヤ'],
  ['由美子', 'ユミコ'],
  ['直樹', 'ナオキ'],
  ['彩', 'アヤ'],
  ['大介', 'ダイスケ'],
] as const

const kinds: readonly UserKind[] = ['advertiser', 'agency', 'rep', 'ptd', 'pg']
const hours = (count: number) => count * 60 * 60 * 1000

/** Writes further users of the demo accounts: two each, every seventh suspended, one with two accounts. */
export async function writeColleagues(writer: DemoWriter, accounts: DemoAccounts): Promise<void> {
  const places = kinds.flatMap((kind) =>
    accounts[kind].flatMap((account) => [account, account].map(({ id }) => ({ kind, account_id: id }))),
  )
  const password_hash = await hashPassword(demoPassword)
  const users = await writer.insert(
    'users',
    'user',
    places.map(({ kind }, index) => {
      const [family, familyKana] = required(families[index % families.length], 'a family name to draw')
      const [given, givenKana] = required(givens[index % givens.length], 'a given name to draw')
      return {
        email: `${kind}-${index + 1}@demo.example`,
        name: `${family} ${given}`,
        name_kana: `${familyKana} ${givenKana}`,
        password_hash,
        status: index % 7 === 4 ? 'SUSPENDED' : 'ACTIVE',
        locale: index % 9 === 8 ? 'en' : 'ja',
      }
    }),
  )
  await writer.copy('memberships', [
    ...users.map(({ id }, index) => {
      const { kind, account_id } = required(places[index], 'the account of a colleague: one is listed for each')
      return { user_id: id, account_id, role: roleCode(kind), is_default: true }
    }),
    {
      user_id: required(users[0], 'the first of users').id,
      account_id: required(accounts.agency[0], 'the first of agency').id,
      role: roleCode('agency'),
      is_default: false,
    },
  ])
}

/** Writes an open, an expired and a revoked invitation for each kind of account. */
export async function writeInvitations(writer: DemoWriter, accounts: DemoAccounts, now: Date): Promise<void> {
  const states = [
    { status: 'SENT', age: 20 },
    { status: 'SENT', age: 100 },
    { status: 'REVOKED', age: 300 },
  ]
  const rows = kinds.flatMap((kind) =>
    states.map(({ status, age }, index) => {
      const sent = new Date(now.getTime() - hours(age))
      return {
        account_id: required(accounts[kind][0], 'the first of accounts').id,
        email: `invited-${kind}-${index + 1}@demo.example`,
        locale: 'ja',
        status,
        token_hash: mailTokenHash(newMailToken()),
        expires_at: new Date(sent.getTime() + hours(72)).toISOString(),
        created_at: sent.toISOString(),
        updated_at: sent.toISOString(),
      }
    }),
  )
  await writer.copy('invitations', rows)
}
