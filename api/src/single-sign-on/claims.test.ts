import { describe, expect, test } from 'vitest'
import { domainOf } from './admit.ts'
import { readClaims } from './claims.ts'

const provider = { groups_claim: 'groups', second_factor: true }
const read = (token: object, asked: object = {}, given = provider) => readClaims(given, { sub: 'somebody', ...token }, asked)

describe('what a provider says', () => {
  test('in the token counts before what it answers besides, which fills the gaps', () => {
    const token = { email: 'token@a.example', email_verified: true, name: ' 山田 ', groups: ['buyers'] }
    const asked = { email: 'asked@a.example', email_verified: true, name: '鈴木', groups: ['admins'] }
    expect(read(token, asked)).toMatchObject({ subject: 'somebody', email: 'token@a.example', name: '山田', groups: ['buyers'] })
    expect(read({}, asked)).toMatchObject({ email: 'asked@a.example', name: '鈴木', groups: ['admins'] })
    expect(read({}, {})).toEqual({ subject: 'somebody', email: null, name: null, groups: [], sid: null, at: null, several: false })
  })

  test('of an address counts for that address alone, in whatever spelling', () => {
    const one = { email: 'One@A.example' }
    expect(read({ ...one, email_verified: true }).email).toBe('one@a.example')
    expect(read(one, { email: 'one@a.example', email_verified: true }).email).toBe('one@a.example')
    expect(read(one, { email_verified: true }).email).toBe('one@a.example')
    expect(read(one, { email: 'other@a.example', email_verified: true }).email).toBeNull()
    expect(read({ ...one, email_verified: false }, { ...one, email_verified: true }).email).toBeNull()
    for (const email_verified of ['true', 1, undefined]) expect(read({ ...one, email_verified }).email).toBeNull()
  })

  test('in a claim of one text or several is a group, and nothing else, whatever the claim is called', () => {
    expect(read({ groups: 'buyers' }).groups).toEqual(['buyers'])
    expect(read({ groups: ['buyers', 7, null, ['admins'], { name: 'admins' }] }).groups).toEqual(['buyers'])
    expect(read({}, {}, { ...provider, groups_claim: 'constructor' }).groups).toEqual([])
    expect(read({}, { constructor: ['buyers'] }, { ...provider, groups_claim: 'constructor' }).groups).toEqual(['buyers'])
  })

  test('of its methods counts where the settings trust them, for each that is more than a password', () => {
    for (const amr of [['mfa'], ['pwd', 'otp'], ['hwk'], ['swk'], ['sc'], 'mfa']) expect([amr, read({ amr }).several]).toEqual([amr, true])
    for (const amr of [['pwd'], ['pin'], [], undefined, [{ mfa: true }]]) expect([amr, read({ amr }).several]).toEqual([amr, false])
    expect(read({ amr: ['mfa'] }, {}, { ...provider, second_factor: false }).several).toBe(false)
    // Only what is signed.
    expect(read({}, { amr: ['mfa'] }).several).toBe(false)
  })

  test('of the time of its sign-in is a time that can be, or none', () => {
    expect(read({ auth_time: 1_796_000_000 }).at).toEqual(new Date(1_796_000_000_000))
    for (const auth_time of [0, -1, 1e11, Number.NaN, '1796000000', undefined]) expect(read({ auth_time }).at).toBeNull()
  })
})

test.each([
  ['somebody@corp.example', 'corp.example'],
  ['"else@proven.example"@corp.example', 'corp.example'],
  ['corp.example', ''],
])('the domain of %s is %s', (email, domain) => {
  expect(domainOf(email)).toBe(domain)
})
