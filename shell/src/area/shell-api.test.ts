import { describe, expect, test } from 'vitest'
import { createShellApi } from './shell-api.ts'
import { samplePointers } from '../testing/sample-pointers.ts'

describe('href by route name', () => {
  test('fills the parameters in, encoded', () => {
    const { href } = createShellApi(samplePointers(), 'admin')
    expect(href('campaign.detail', { id: 12 })).toBe('/ad/campaign/12')
    expect(href('company.list')).toBe('/op/company')
    expect(href('campaign.detail', { id: 'a/b' })).toBe('/ad/campaign/a%2Fb')
  })

  test('is null where the role may not go, no release has the route, or nobody is signed in', () => {
    expect(createShellApi(samplePointers(), 'pg').href('campaign.detail', { id: 1 })).toBeNull()
    expect(createShellApi(samplePointers(), 'admin').href('invoice.list')).toBeNull()
    expect(createShellApi(samplePointers(), null).href('company.list')).toBeNull()
  })

  test('is null where a parameter is missing: no screen is lost for a link', () => {
    expect(createShellApi(samplePointers(), 'admin').href('campaign.detail')).toBeNull()
    expect(createShellApi(samplePointers(), 'admin').href('campaign.detail', { ad_id: 3 })).toBeNull()
  })
})
