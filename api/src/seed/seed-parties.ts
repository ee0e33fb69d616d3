import { roleCode, type Role } from '@adsite/contract'
import type { ClientBase } from 'pg'
import { reserveIds, sizesOf, type FirstIds, type PartyIds, type Scale } from './scale.ts'

const audit = `created_at, updated_at`
const when = `now() - interval '400 days', now() - interval '400 days'`

const kinds = [
  ['admin', '管理者'],
  ['advertiser', '広告主'],
  ['agency', '代理店'],
  ['rep', 'レップ'],
  ['ptd', 'PTD'],
  ['pg', 'メディアグループ'],
] as const satisfies readonly (readonly [Role, string])[]

/** Generates companies, accounts with one user each, media with spaces and frames, and revenue shares. */
export async function seedParties(client: ClientBase, scale: Scale, passwordHash: string): Promise<PartyIds> {
  const sizes = sizesOf(scale)
  const counts = {
    admin: 1,
    advertiser: sizes.advertisers,
    agency: sizes.agencies,
    rep: sizes.reps,
    ptd: sizes.tradingDesks,
    pg: sizes.groups,
  }
  const ids = { admin: 0, advertiser: 0, agency: 0, rep: 0, ptd: 0, pg: 0 }
  for (const [kind, label] of kinds) {
    const count = counts[kind]
    const company = await reserveIds(client, 'companies', count)
    const account = (ids[kind] = await reserveIds(client, 'accounts', count))
    const user = await reserveIds(client, 'users', count)
    const name = `'${label} ' || lpad((n + 1)::text, 4, '0')`
    const norm = `search_form(${name})`
    const rows = `from generate_series(0, ${count - 1}) n`
    await client.query(`insert into companies (id, name, name_norm, enterprise_type, zip, prefecture, city, street1, phone, payment_type,
        credit_limit, credit_status, ${audit}) overriding system value
      select ${company} + n, ${name}, ${norm}, 'KABUSHIKI', '100-0001', '13', '千代田区', '千代田1-1', '0312345678', 'INVOICE', 100000000,
        case when '${kind}' = 'advertiser' and n % 40 = 39 then 'BLOCKED' else 'ACTIVE' end, ${when} ${rows}`)
    await client.query(`insert into accounts (id, kind, company_id, name, name_norm, ${audit}) overriding system value
      select ${account} + n, '${kind}', ${company} + n, ${name}, ${norm}, ${when} ${rows}`)
    await client.query(
      `insert into users (id, email, name, password_hash, status, ${audit}) overriding system value
       select ${user} + n, '${kind}' || ${account} + n || '@scale.example', ${name}, $1, 'ACTIVE', ${when} ${rows}`,
      [passwordHash],
    )
    await client.query(`insert into memberships (user_id, account_id, role, is_default)
      select ${user} + n, ${account} + n, ${roleCode(kind)}, true ${rows}`)
  }
  return { ...ids, ...(await seedMedia(client, sizes, ids)) }
}

/**
 * Group, publisher, medium, space and frame number n belong to parent n modulo the parents' count, so that the
 * group is known without a lookup.
 */
async function seedMedia(client: ClientBase, sizes: ReturnType<typeof sizesOf>, ids: FirstIds<Role>) {
  const { groups, media, spaces, frames, tradingDesks } = sizes
  const group = await reserveIds(client, 'publisher_groups', groups)
  const publisher = await reserveIds(client, 'publishers', groups)
  const medium = await reserveIds(client, 'media', media)
  const space = await reserveIds(client, 'spaces', spaces)
  const frame = await reserveIds(client, 'frames', frames)
  const named = (label: string) => `'${label} ' || n + 1, search_form('${label} ' || n + 1)`
  const ofGroup = `${group} + n % ${groups}`
  await client.query(`insert into publisher_groups (id, account_id, ptd_account_id, name, name_norm, ${audit}) overriding system value
    select ${group} + n, ${ids.pg} + n, ${ids.ptd} + n % ${tradingDesks}, ${named('メディアグループ')}, ${when}
    from generate_series(0, ${groups - 1}) n`)
  await client.query(`insert into publishers (id, publisher_group_id, name, name_norm, ${audit}) overriding system value
    select ${publisher} + n, ${ofGroup}, ${named('パブリッシャー')}, ${when} from generate_series(0, ${groups - 1}) n`)
  await client.query(`insert into media (id, publisher_group_id, publisher_id, name, name_norm, domain, ${audit}) overriding system value
    select ${medium} + n, ${ofGroup}, ${publisher} + n % ${groups}, ${named('媒体')}, 'm' || n || '.example', ${when}
    from generate_series(0, ${media - 1}) n`)
  await client.query(`insert into spaces (id, publisher_group_id, medium_id, name, name_norm, position, ${audit}) overriding system value
    select ${space} + n, ${ofGroup}, ${medium} + n % ${media}, ${named('広告枠')}, 'IN_ARTICLE', ${when} from generate_series(0, ${spaces - 1}) n`)
  await client.query(`insert into frames (id, publisher_group_id, space_id, name, name_norm, code, width, height, status, ${audit})
    overriding system value select ${frame} + n, ${ofGroup}, ${space} + n % ${spaces}, ${named('配信枠')}, 'f' || n, 300, 250, 'RUNNING', ${when}
    from generate_series(0, ${frames - 1}) n`)
  await client.query(`insert into revenue_shares (publisher_group_id, rate, valid_from, ${audit})
    select ${group} + n, 60 + n % 20, '2020-01-01', ${when} from generate_series(0, ${groups - 1}) n`)
  return { publisher_group: group, medium, space, frame }
}
