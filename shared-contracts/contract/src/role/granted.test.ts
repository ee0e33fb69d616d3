import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { may, permissions, type Permission } from './permission.ts'
import { roleChoices, roleCode, roleLabel, roleOfCode, roles, type Role } from './role.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/spec/site.md'), 'utf8')
const section = /^## Permission groups$(.*?)^## /msu.exec(page)![1]!

/**
 * The table of spec/site "Permission groups". The conformance matrix derives what is allowed from the permission table
 * of the contract; this one verifies the table itself.
 */
const specified = [...section.matchAll(/^\| (\w+\.[^|]*?) *\| ([^|]*?) *\|/gmu)].map(([, names, having]) => ({
  names: names!.split(', '),
  having: having!.split(', '),
}))

/** What the specification grants to a role. */
const granted = roles
  .map(({ key }) => key)
  .filter((key) => key !== 'admin')
  .map((role) => ({ role, names: specified.flatMap(({ names, having }) => (having.includes(role) ? names : [])).toSorted() }))

const grantedTo = (role: Role) =>
  Object.entries(permissions).flatMap(([name, of]: [string, readonly Role[]]) => (of.includes(role) ? name : []))

test.each(granted)('$role may do what the specification says, and nothing else', ({ role, names }) => {
  expect(names).toContain('session.use')
  expect(grantedTo(role).toSorted(), 'spec/site "Permission groups"').toEqual(names)
})

test.each(granted)('$role is allowed what the specification says, and refused everything else', ({ role, names }) => {
  const allowed = Object.keys(permissions).filter((permission): permission is Permission => may(role, permission as Permission))
  expect(allowed.toSorted(), 'spec/site "Permission groups"').toEqual(names)
})

test('each role has its own code and label, in both directions', () => {
  for (const { code, key, label } of roles) expect([roleCode(key), roleOfCode(code), roleLabel(key)]).toEqual([code, key, label])
  expect(roleChoices.items.map(({ key, label }) => ({ key, label }))).toEqual(roles.map(({ key, label }) => ({ key, label })))
  expect(roleChoices.name).toBe('role')
})

test('the administrator may do everything, and has the list of all campaigns in place of that of an account', () => {
  expect(grantedTo('admin')).toEqual(Object.keys(permissions).filter((name) => name !== 'campaign.list_own'))
  expect(new Set(specified.flatMap(({ having }) => having))).toEqual(new Set(granted.map(({ role }) => role)))
})
