import type { RemoteManifest, ShellManifest } from '@adsite/remote/manifest'
import { describe, expect, it } from 'vitest'
import { checkFit } from './checks.ts'

const shell: ShellManifest = { build: '2.0.0-s', contract: '1.2.0', entry: 'main.js', shares: { react: ['*'], jotai: ['atom', 'useAtom'] } }

function fit(change: Partial<RemoteManifest>): () => void {
  const remote: RemoteManifest = {
    area: 'ad',
    build: '1.0.0-a',
    title: { ja: '広告', en: 'Ads' },
    icon: '',
    federationName: 'ad_1',
    entry: 'remoteEntry.js',
    contract: '1.0.0',
    routes: [],
    shares: {},
    ...change,
  }
  return () => checkFit({ what: 'The build was not promoted', remote, shell })
}

describe('checkFit', () => {
  it.each(['1.0.0', '1.2.0', '1.9.3'])('takes a remote of contract %s, the same major', (contract) => {
    expect(fit({ contract })).not.toThrow()
  })
  it.each(['0.9.0', '2.0.0', '10.0.0'])('refuses a remote of contract %s, and names both', (contract) => {
    expect(fit({ contract })).toThrow(new RegExp(`contract ${contract}, the shell 2\\.0\\.0-s has 1\\.2\\.0`))
  })
  it.each([[{ react: ['*'] }], [{ react: ['useState'] }], [{ jotai: ['atom', 'useAtom'] }], [{ jotai: [] }]])(
    'takes shares %o',
    (shares) => {
      expect(fit({ shares })).not.toThrow()
    },
  )
  it.each([
    [{ jotai: ['useAtom', 'useSetAtom'] }, 'takes useSetAtom of jotai from the shell'],
    [{ jotai: ['*'] }, 'takes the whole of jotai'],
    [{ dayjs: ['default'] }, 'takes default of dayjs'],
    [{ dayjs: [] }, 'takes the whole of dayjs'],
  ])('refuses shares %o', (shares, text) => {
    expect(fit({ shares })).toThrow(text)
  })
})
