import { shellContract, type RemoteManifest } from '@adsite/remote'
import { describe, expect, it } from 'vitest'
import { contractError, offerOf } from './contract-check.ts'

const manifest: RemoteManifest = {
  area: 'ad',
  build: '0.1.0-abc',
  title: { ja: '広告', en: 'Ads' },
  icon: '',
  federationName: 'ad_0_1_0_abc',
  entry: 'remoteEntry.js',
  contract: { provides: '1.0.0', requires: '1.0.0' },
  routes: [],
  shares: {
    react: { version: '19.3.0', names: ['useState'] },
    'react-router-dom': { version: '7.18.5', names: ['Link'] },
    'antd/es/table': { version: '6.6.8', names: ['default'] },
  },
}
const offer = offerOf({
  react: { version: '19.3.1' },
  'react-router-dom': { version: '7.18.5' },
  'antd/es/table': { version: '6.6.8' },
})
const newer = { ...offer, contract: { ...shellContract, provides: '1.4.0' } }

describe('the contract of a build', () => {
  it('fits when the shell gives every name, also to a build of an older minor version', () => {
    expect(contractError(manifest, offer)).toBeNull()
    expect(contractError(manifest, newer)).toBeNull()
  })

  it('names both versions when the major differs, or the build is newer than the shell', () => {
    const contract = { provides: '2.0.0', requires: '2.0.0' }
    expect(contractError({ ...manifest, contract }, offer)).toBe(
      `built against contract 2.0.0, this shell provides contract ${shellContract.provides}`,
    )
    const ahead = { provides: '1.9.3', requires: '1.9.3' }
    expect(contractError({ ...manifest, contract: ahead }, offer)).toContain('contract 1.9.3')
    // Built against a newer contract, but requires nothing new.
    expect(contractError({ ...manifest, contract: { ...ahead, requires: '1.0.0' } }, offer)).toBeNull()
  })

  it('names what the shell does not share, or shares in another version', () => {
    const shares = (name: string, version: string, names: string[]) => ({ ...manifest, shares: { [name]: { version, names } } })
    expect(contractError(shares('react-router-dom', '7.18.5', ['Link', 'useFetcher']), offer)).toContain('useFetcher of react-router-dom')
    expect(contractError(shares('lodash', '4.0.0', ['map']), offer)).toContain('map of lodash')
    expect(contractError(shares('react', '20.0.0', ['useState']), offer)).toBe('needs react 20.0.0, this shell shares react 19.3.1')
  })
})
