import { apiVersion, isServedVersion, type Endpoint, type Role } from '@adsite/contract'
import { expect, test } from 'vitest'
import { asRequestError } from '../error/answer-error.ts'
import { authorise, refuseOutdated } from './authorise.ts'

const sessionOf = (role: Role) => ({ account_id: 7, role, step: null, viewing: null, elsewhere: false })

/** The code of the refusal; undefined when the call may go on. */
function refusal(permission: Endpoint['permission'], ...call: [session: ReturnType<typeof sessionOf> | null, shownAccount?: string]) {
  try {
    authorise({ permission, method: 'GET' }, call[0], call[1])
    return undefined
  } catch (error) {
    return asRequestError(error)?.code
  }
}

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
  const outdated = (permission: Endpoint['permission'], version?: string) => {
    try {
      refuseOutdated({ permission }, version)
      return undefined
    } catch (error) {
      return asRequestError(error)?.code
    }
  }
  expect(outdated('campaign.list', '0.9.0')).toBe('page_outdated')
  expect(outdated('campaign.list', apiVersion)).toBeUndefined()
  expect(outdated('session.use', '0.9.0')).toBeUndefined()
  expect(outdated('public', '0.9.0')).toBeUndefined()
  // Programs, and pages from before versions were sent.
  expect(outdated('campaign.list', undefined)).toBeUndefined()
})
