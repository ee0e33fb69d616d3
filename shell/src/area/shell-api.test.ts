import type { Role } from '@adsite/contract'
import { describe, expect, test } from 'vitest'
import { createShellApi } from './shell-api.ts'
import { samplePointers } from '../testing/sample-pointers.ts'

/** Calls href like a remote of another release, with names and parameters that this one does not know. */
const looseHref = (role: Role | null) =>
  createShellApi(samplePointers(), role).href as (name: string, params?: Readonly<Record<string, string | number>>) => string | null

describe('href by route name', () => {
  test('fills the parameters in, encoded', () => {
    const { href } = createShellApi(samplePointers(), 'admin')
    expect(href('campaign.detail', { id: 12 })).toBe('/ad/campaign/12')
    expect(href('company.list')).toBe('/op/company')
    expect(href('campaign.detail', { id: 'a/b' })).toBe('/ad/campaign/a%2Fb')
  })

  test('is null where the role may not go, no release has the route, or nobody is signed in', () => {
    expect(createShellApi(samplePointers(), 'pg').href('campaign.detail', { id: 1 })).toBeNull()
    expect(looseHref('admin')('invoice.list')).toBeNull()
    expect(createShellApi(samplePointers(), null).href('company.list')).toBeNull()
  })

  test('is null where a parameter is missing: no screen is lost for a link', () => {
    expect(looseHref('admin')('campaign.detail')).toBeNull()
    expect(looseHref('admin')('campaign.detail', { ad_id: 3 })).toBeNull()
  })
})
