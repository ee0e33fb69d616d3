import { expect, test } from 'vitest'
import { signInAddress } from './sign-in-address.ts'

test.each([
  ['/', '/auth/login'],
  ['/?days=30', '/auth/login?to=%2F%3Fdays%3D30'],
  ['/ad/campaign?name=a%26b&sort=-id', '/auth/login?to=%2Fad%2Fcampaign%3Fname%3Da%2526b%26sort%3D-id'],
  ['/ad/%0d%0aSet-Cookie:x', '/auth/login?to=%2Fad%2F%250d%250aSet-Cookie%3Ax'],
])('%s waits behind the login', (path, address) => expect(signInAddress(`http://site.test${path}`)).toBe(address))

test('an address that would become too long to be asked for is left to the page', () => {
  const long = (letters: number) => signInAddress(`http://site.test/ad/campaign?name=${encodeURIComponent('あ'.repeat(letters))}`)
  expect(long(500)?.length).toBeLessThan(8_000)
  expect(long(1_000)).toBeNull()
})
