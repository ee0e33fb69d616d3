// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { askedPath, cushionPath, loginPath, returnPath } from './return-path.ts'

test.each([
  ['/ad/campaign?status=ACTIVE#row', '/ad/campaign?status=ACTIVE#row'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['ad/campaign', '/'],
  ['/auth/login', '/'],
  ['/tmp?to=/tmp', '/'],
  ['/x/../auth/login', '/'],
  ['/.//evil.example', '/'],
  ['/x/..//evil.example', '/'],
  ['/.\\/evil.example/x', '/'],
  ['/%2e//evil.example', '/'],
  ['/\n/evil.example', '/'],
  ['\\\\evil.example', '/'],
  [' //evil.example', '/'],
  ['JaVaScRiPt:alert(1)', '/'],
  ['data:text/html,x', '/'],
  ['blob:http://localhost/x', '/'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
  ['/reflection?account_id=2&to=%2Fad%2Fcampaign', '/reflection?account_id=2&to=%2Fad%2Fcampaign'],
  ['', '/'],
  [null, '/'],
])('%j leads back to %j', (asked, path) => expect(returnPath(asked)).toBe(path))

test.each([
  ['?to=%2Fad%2Fcampaign', '#row', '/ad/campaign#row'],
  ['?to=%2Fad%2Fcampaign%3Fa%3D1%23row', '', '/ad/campaign?a=1#row'],
  ['?to=', '#//evil.example', '/'],
  ['', '#row', '/'],
])('%s%s leads back to %s', (search, hash, path) => expect(askedPath({ search, hash })).toBe(path))

test('login and cushion carry the page that was asked for', () => {
  expect(loginPath('/ad/campaign/1?tab=a', false)).toBe('/auth/login?to=%2Fad%2Fcampaign%2F1%3Ftab%3Da')
  expect(loginPath('/', true)).toBe('/auth/login?error=unauthorized')
  expect(cushionPath('/')).toBe('/tmp')
})
