import { expect, test } from 'vitest'
import { may, permissions, type Permission } from './permission.ts'
import { roleChoices, roleCode, roleLabel, roleOfCode, roles, type Role } from './role.ts'

/**
 * Grants by role, written by hand a second time from the specification:
 * spec/site "Ad area", spec/site "Media area", spec/site "Operations area" and spec/domain "Route gaps".
 * The conformance matrix derives what is allowed from the permission table; this list verifies the table itself.
 */
const everybody = [
  'session.use',
  'saved_view.use',
  'dashboard.read',
  'information.view',
  'notification.read',
  'ad_whitelist.read',
  'ad_article.read',
  'article.read',
  'medium.select',
  'space.select',
  'format.select',
]
/** The advertiser side reads everything below its campaigns, and its reports. */
const readsDemand = [
  'campaign.list_own',
  'campaign.read',
  'campaign.select',
  'ad.read',
  'order.read',
  'report.demand',
  'dashboard.attention',
  'creative_group.list',
  'creative_group.select',
  'creative_group.read',
  'creative.list',
  'creative.select',
  'creative.read',
  'advertiser.select',
  'product.read',
  'product.select',
]
/** Advertisers and agencies buy; only the administrator reviews and manages campaigns. */
const buys = [
  'ad.create',
  'ad.update',
  'order.create',
  'order.submit',
  'creative_group.create',
  'creative_group.update',
  'creative.create',
  'creative.update',
  'creative.apply',
]
/** The media side maintains spaces, frames and the formats of its spaces, and excludes ads from articles. */
const sells = [
  'space.list',
  'space.read',
  'space.update',
  'frame.list',
  'frame.read',
  'frame.create',
  'frame.update',
  'frame.act',
  'format_setting.list',
  'format_setting.read',
  'format_setting.update',
  'advertisement.read',
  'article.create',
  'reject_request.read',
  'publisher.select',
  'publisher_group.select',
  'report.supply',
  'user.invite',
]
const excludes = ['ad_whitelist.update', 'ad_article.update']

const granted: Readonly<Record<Exclude<Role, 'admin'>, readonly string[]>> = {
  advertiser: [...everybody, ...readsDemand, ...buys, ...excludes],
  agency: [...everybody, ...readsDemand, ...buys, ...excludes],
  rep: [...everybody, ...readsDemand],
  ptd: [...everybody, ...sells, ...excludes, 'ptd.select', 'user.manage_ptd'],
  pg: [...everybody, ...sells, ...excludes, 'pg.select', 'user.manage_pg', 'reject_request.create'],
}

const grantedTo = (role: Role) =>
  Object.entries(permissions).flatMap(([name, of]: [string, readonly Role[]]) => (of.includes(role) ? name : []))

test.each(Object.entries(granted))('%s may do what is written here, and nothing else', (role, names) => {
  expect(grantedTo(role as Role).toSorted()).toEqual([...names].toSorted())
})

test.each(Object.entries(granted))('%s is allowed what is written here, and refused everything else', (role, names) => {
  const allowed = (Object.keys(permissions) as Permission[]).filter((permission) => may(role as Role, permission))
  expect(allowed.toSorted()).toEqual([...names].toSorted())
})

test('each role has its own code and label, in both directions', () => {
  for (const { code, key, label } of roles) expect([roleCode(key), roleOfCode(code), roleLabel(key)]).toEqual([code, key, label])
  expect(roleChoices.items.map(({ key, label }) => ({ key, label }))).toEqual(roles.map(({ key, label }) => ({ key, label })))
  expect(roleChoices.name).toBe('role')
})

test('the administrator may do everything, and has the list of all campaigns in place of that of an account', () => {
  expect(grantedTo('admin')).toEqual(Object.keys(permissions).filter((name) => name !== 'campaign.list_own'))
  expect(roles.map(({ key }) => key).toSorted()).toEqual(['admin', ...Object.keys(granted)].toSorted())
})
