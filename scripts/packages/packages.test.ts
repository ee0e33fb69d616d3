import { apiVersion } from '@adsite/contract'
import { contractVersion } from '@adsite/remote/release-format'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../remotes.ts'
import { packageFoldersOf, readPackageFile } from '../create-remote/contract-packages.ts'

/** Where the compiler puts a source. */
const compiled = (source: string, ending: string) =>
  source
    .replace('./src/', './dist/')
    .replace(/\.d\.ts$/u, '.ts')
    .replace(/\.tsx?$/u, ending)

describe.each(packageFoldersOf(root))('the package in %s', (folder) => {
  const { name, version, exports, bin = {}, publishConfig } = readPackageFile(join(root, folder))
  // Fixtures of the workspace's own tests.
  const published = Object.entries(exports).filter(([path]) => name !== '@adsite/release' || path !== './testing')

  test('has the version of the contract', () => {
    expect(version).toBe(contractVersion)
    expect(apiVersion).toBe(contractVersion)
  })

  test('has the same entries when it is installed, compiled', () => {
    const expected = published.map(([path, source]) => {
      if (typeof source !== 'string') throw new Error(`${path} of ${name} is not one source`)
      const types = compiled(source, '.d.ts')
      return [path, source.endsWith('.d.ts') ? { types } : { types, default: compiled(source, '.js') }] as const
    })
    expect(publishConfig?.exports).toEqual(Object.fromEntries(expected))
    expect(publishConfig?.bin ?? {}).toEqual(
      Object.fromEntries(Object.entries(bin).map(([command, source]) => [command, compiled(source, '.js')])),
    )
  })
})
