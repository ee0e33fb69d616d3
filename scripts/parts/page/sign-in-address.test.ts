import { expect, test } from 'vitest'
import { signInAddress } from './sign-in-address.ts'

const addressOf = (path: string, cookie = '', https = false) =>
  signInAddress(new Request(`http://site.test${path}`, { headers: { cookie } }), https)

test.each([
  ['/', '/auth/login'],
  ['/?days=30', '/auth/login?to=%2F%3Fdays%3D30'],
  ['/ad/campaign?name=a%26b&sort=-id', '/auth/login?to=%2Fad%2Fcampaign%3Fname%3Da%2526b%26sort%3D-id'],
  ['/ad/%0d%0aSet-Cookie:x', '/auth/login?to=%2Fad%2F%250d%250aSet-Cookie%3Ax'],
])('without a session, %s waits behind the login', (path, address) => expect(addressOf(path)).toBe(address))

test('a browser that names a session is asked for nothing here: only calls tell whether there is one', () => {
  expect(addressOf('/ad/campaign', 'adsite_session=x')).toBeNull()
  expect(addressOf('/ad/campaign', '__Host-adsite_session=x', true)).toBeNull()
  expect(addressOf('/ad/campaign', 'XSRF-TOKEN=x; adsite_device=y')).toBe('/auth/login?to=%2Fad%2Fcampaign')
  // On https, a cookie that other hosts could have set is no session.
  expect(addressOf('/ad/campaign', 'adsite_session=x', true)).toBe('/auth/login?to=%2Fad%2Fcampaign')
})
