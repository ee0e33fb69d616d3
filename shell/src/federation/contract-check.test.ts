import type { RemoteManifest } from '@adsite/remote'
import { describe, expect, it } from 'vitest'
import { contractFault } from './contract-check.ts'

const manifest: RemoteManifest = {
  area: 'ad',
  build: '0.1.0-abc',
  title: { ja: '広告', en: 'Ads' },
  icon: '',
  federationName: 'ad_0_1_0_abc',
  entry: 'remoteEntry.js',
  contract: '1.0.0',
  routes: [],
  shares: { react: ['useState'], 'react-router-dom': ['Link'], 'antd/es/table': ['default'] },
}

describe('the contract of a build', () => {
  it('fits when the shell gives every name', () => {
    expect(contractFault(manifest)).toBeNull()
    expect(contractFault({ ...manifest, contract: '1.9.3' })).toBeNull()
  })

  it('names both versions when the major differs', () => {
    expect(contractFault({ ...manifest, contract: '2.0.0' })).toBe('built against contract 2.0.0, this shell provides 1.0.0')
  })

  it('names what the shell does not share', () => {
    expect(contractFault({ ...manifest, shares: { 'react-router-dom': ['Link', 'useFetcher'] } })).toContain(
      'useFetcher of react-router-dom',
    )
    expect(contractFault({ ...manifest, shares: { lodash: ['map'] } })).toContain('map of lodash')
  })
})
