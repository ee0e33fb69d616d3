import type { RemoteManifest, ShellManifest } from '@adsite/remote/release-format'
import { describe, expect, it } from 'vitest'
import { sharing } from '../testing/fixtures.ts'
import { checkFit } from './checks.ts'

const shell: ShellManifest = {
  build: '2.0.0-s',
  contract: { provides: '1.2.0', requires: '1.0.0' },
  entry: 'main.js',
  shares: sharing({ react: ['*'], jotai: ['atom', 'useAtom'] }),
}

function fit(change: Partial<RemoteManifest>, react = '1.0.0'): () => void {
  const remote: RemoteManifest = {
    area: 'ad',
    build: '1.0.0-a',
    title: { ja: '広告', en: 'Ads' },
    icon: '',
    federationName: 'ad_1',
    entry: 'remoteEntry.js',
    contract: { provides: '1.2.0', requires: '^1.2.0' },
    routes: [],
    shares: {},
    ...change,
  }
  return () =>
    checkFit({
      what: 'The build was not promoted',
      remote,
      shell: { ...shell, shares: { ...shell.shares, react: { version: react, names: ['*'] } } },
    })
}

const against = (version: string) => ({ contract: { provides: version, requires: version } })

describe('checkFit', () => {
  it.each(['1.0.0', '1.2.0', '1.2.7'])('takes a remote of contract %s: the same major, no newer minor', (version) => {
    expect(fit(against(version))).not.toThrow()
  })
  it.each(['0.9.0', '2.0.0', '10.0.0', '1.3.0'])('refuses a remote of contract %s, and names both', (version) => {
    expect(fit(against(version))).toThrow(`built against contract ${version}, the shell 2.0.0-s has contract 1.2.0`)
  })
  it('takes a remote that was built against a newer contract and needs nothing new of it', () => {
    expect(fit({ contract: { provides: '1.9.0', requires: '1.2.0' } })).not.toThrow()
  })
  it.each<Record<string, string[]>>([{ react: ['*'] }, { react: ['useState'] }, { jotai: ['atom', 'useAtom'] }, { jotai: [] }])(
    'takes shares %o',
    (names) => {
      expect(fit({ shares: sharing(names) })).not.toThrow()
    },
  )
  it.each<[Record<string, string[]>, string]>([
    [{ jotai: ['useAtom', 'useSetAtom'] }, 'takes useSetAtom of jotai from the shell'],
    [{ jotai: ['*'] }, 'takes the whole of jotai'],
    [{ dayjs: ['default'] }, 'takes default of dayjs'],
    [{ dayjs: [] }, 'takes the whole of dayjs'],
    [{ constructor: ['default'] }, 'takes default of constructor'],
  ])('refuses shares %o', (names, text) => {
    expect(fit({ shares: sharing(names) })).toThrow(text)
  })
  it('takes another patch of what is shared', () => {
    expect(fit({ shares: { react: { version: '1.0.9', names: ['*'] } } })).not.toThrow()
  })
  it.each(['^2.0.0', '^1.0.0 || ^2.0.0'])('takes a share of which the remote accepts %s, whatever it was built with', (accepts) => {
    expect(fit({ shares: { react: { version: '1.0.0', accepts, names: ['*'] } } }, '2.0.0')).not.toThrow()
  })
  it.each(['^2.0.0', '^0.9.0 || ^1.1.0'])('refuses a share of which the remote accepts %s', (accepts) => {
    expect(fit({ shares: { react: { version: '1.0.0', accepts, names: ['*'] } } })).toThrow(
      `takes react ${accepts} from the shell, and the shell 2.0.0-s shares react 1.0.0`,
    )
  })
  it.each(['0.9.0', '1.1.0', '2.0.0'])('refuses version %s of what is shared as 1.0.0', (version) => {
    expect(fit({ shares: { react: { version, names: ['*'] } } })).toThrow(
      `takes react ${version} from the shell, and the shell 2.0.0-s shares react 1.0.0`,
    )
  })
})
