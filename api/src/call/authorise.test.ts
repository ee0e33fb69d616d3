import { apiVersion, isServedVersion, type Endpoint, type Role } from '@adsite/contract'
import { describe, expect, test } from 'vitest'
import { asRequestError } from '../error/answer-error.ts'
import { authorise, refuseOutdated, requireFresh } from './authorise.ts'

type Called = Parameters<typeof authorise>[0]
type Calling = NonNullable<Parameters<typeof authorise>[1]>

const sessionOf = (role: Role): Calling => ({ account_id: 7, role, step: null, viewing: null, elsewhere: false })

/** The refusal of a check; undefined when the call may go on. */
function thrown(check: () => void) {
  try {
    check()
    return undefined
  } catch (error) {
    const refusal = asRequestError(error)
    if (!refusal) throw error
    return refusal
  }
}
/** The code of the refusal; undefined when the call may go on. */
const refusal = (permission: Endpoint['permission'], session: Calling | null, shownAccount?: string) =>
  thrown(() => authorise({ permission, method: 'GET' }, session, shownAccount))?.code

test('a public endpoint is for everybody, on every page', () => {
  expect(refusal('public', null)).toBeUndefined()
  expect(refusal('public', null, '8')).toBeUndefined()
  expect(refusal('public', sessionOf('pg'), '8')).toBeUndefined()
})

test('everything else needs a session, and first of all', () => {
  expect(refusal('session.use', null)).toBe('unauthenticated')
  expect(refusal('campaign.list', null)).toBe('unauthenticated')
  expect(refusal('campaign.list', null, '8')).toBe('unauthenticated')
})

test('a session needs a role that has the permission', () => {
  expect(refusal('campaign.list', sessionOf('admin'))).toBeUndefined()
  expect(refusal('campaign.list', sessionOf('advertiser'))).toBe('forbidden')
  expect(refusal('campaign.list', sessionOf('advertiser'), '7')).toBe('forbidden')
})

test('a page that shows another account is told so, whatever it may do', () => {
  expect(refusal('campaign.list', sessionOf('admin'), '7')).toBeUndefined()
  expect(refusal('campaign.list', sessionOf('admin'), '8')).toBe('account_changed')
  expect(refusal('campaign.list', sessionOf('advertiser'), '8')).toBe('account_changed')
  expect(refusal('campaign.list', sessionOf('admin'), '')).toBe('account_changed')
  expect(refusal('campaign.list', sessionOf('admin'), '07')).toBe('account_changed')
})

test('calls about the session work from a page that shows another account', () => {
  expect(refusal('session.use', sessionOf('pg'), '8')).toBeUndefined()
})

const viewing = {
  id: 1,
  reason: '',
  ends_at: new Date(),
  actor: { id: 1, name: '', email: '', locale: 'ja' },
  actor_account_id: 1,
} as const
const keyOf = (...scopes: string[]) => ({ id: 1, name: 'key', start: 'ak_', scopes })

describe('a session that may do less', () => {
  const refused = (endpoint: Partial<Called>, session: Partial<Calling>) =>
    thrown(() => authorise({ permission: 'campaign.list', method: 'GET', ...endpoint }, { ...sessionOf('admin'), ...session }, undefined))
      ?.code

  test('one whose sign-in lacks a step makes only calls that complete it', () => {
    expect(refused({}, { step: 'factor' })).toBe('sign_in_unfinished')
    expect(refused({ unfinished: ['enrol'] }, { step: 'factor' })).toBe('sign_in_unfinished')
    expect(refused({ unfinished: ['enrol', 'factor'] }, { step: 'factor' })).toBeUndefined()
  })

  test('one that views the site as somebody else only reads', () => {
    expect(refused({}, { viewing })).toBeUndefined()
    expect(refused({ method: 'POST' }, { viewing })).toBe('viewing')
    expect(refused({ method: 'POST' }, {})).toBeUndefined()
  })

  test('one that a provider vouches for makes no call that concerns accounts of which it says nothing', () => {
    expect(refused({ everywhere: true }, { elsewhere: true })).toBe('single_sign_on_session')
    expect(refused({ everywhere: true }, {})).toBeUndefined()
    expect(refused({}, { elsewhere: true })).toBeUndefined()
  })

  test('one of an API key calls what accepts keys, within the scopes of the key and its role', () => {
    expect(refused({}, { key: keyOf('campaign.list') })).toBeUndefined()
    expect(refused({}, { key: keyOf('campaign.read') })).toBe('forbidden')
    expect(refused({}, { key: keyOf('campaign.list'), role: 'advertiser' })).toBe('forbidden')
    expect(refused({ person: true }, { key: keyOf('campaign.list') })).toBe('key_not_allowed')
    expect(refused({ permission: 'session.use' }, { key: keyOf('session.use') })).toBe('key_not_allowed')
    expect(refused({ person: true }, {})).toBeUndefined()
  })
})

test('a key is told which scope it lacks where its role has the permission, and nothing where it has not', () => {
  const told = (role: Role) =>
    thrown(() => authorise({ permission: 'campaign.list', method: 'GET' }, { ...sessionOf(role), key: keyOf('campaign.read') }, undefined))
      ?.details.message
  expect(told('admin')).toEqual({
    ja: 'このAPIキーには権限 campaign.list がありません',
    en: 'This API key does not have the scope campaign.list.',
  })
  expect(told('advertiser')).toBeUndefined()
})

test('a fresh factor is wanted where what is sent needs one; a key has none', () => {
  const sent = { query: {}, body: {} }
  const wanted = (needed: boolean, session: Parameters<typeof requireFresh>[1]) =>
    thrown(() => requireFresh({ fresh: () => needed }, session, sent))?.code
  expect(wanted(true, { fresh: true, key: null })).toBeUndefined()
  expect(wanted(true, { fresh: false, key: null })).toBe('factor_needed')
  expect(wanted(true, { fresh: false, key: keyOf() })).toBe('key_not_allowed')
  expect(wanted(true, null)).toBe('factor_needed')
  expect(wanted(false, { fresh: false, key: null })).toBeUndefined()
  expect(thrown(() => requireFresh({}, { fresh: false, key: null }, sent))).toBeUndefined()
})

test.each([
  ['1.0.0', '1.3.0', true],
  ['1.3.9', '1.3.0', true],
  ['1.4.0', '1.3.0', true],
  ['1.5.0', '1.3.0', false],
  ['0.9.0', '1.3.0', false],
  ['2.0.0', '1.3.0', false],
  ['2.0.0', '2.1.0', true],
  ['1.x', '1.3.0', false],
  ['', '1.3.0', false],
])('code of %s is served by an API of %s: %s', (caller, api, served) => {
  expect(isServedVersion(caller, api)).toBe(served)
})

test('code of a version that the API does not serve is told so, and can still sign out', () => {
  const outdated = (permission: Endpoint['permission'], version?: string) => thrown(() => refuseOutdated({ permission }, version))?.code
  expect(outdated('campaign.list', '0.9.0')).toBe('page_outdated')
  expect(outdated('campaign.list', apiVersion)).toBeUndefined()
  expect(outdated('session.use', '0.9.0')).toBeUndefined()
  expect(outdated('public', '0.9.0')).toBeUndefined()
  // Programs, and pages from before versions were sent.
  expect(outdated('campaign.list', undefined)).toBeUndefined()
})
