import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { buildContract, contractVersion, remoteContract, satisfies, shellContract, versionRange } from './contract-version.ts'
import { incompatibility } from './incompatibility.ts'

describe('a range of versions', () => {
  test.each([
    ['1.3.0', '^1.3.0', true],
    ['1.4.0', '^1.3.0', true],
    ['1.2.9', '^1.3.0', false],
    ['2.0.0', '^1.3.0', false],
    // As older builds wrote it.
    ['1.4.0', '1.3.0', true],
    ['1.2.0', '1.3.0', false],
    ['0.2.0', '^0.1.0', false],
    ['2.1.0', '^1.4.0 || ^2.0.0', true],
    ['1.3.0', '^1.4.0 || ^2.0.0', false],
  ])('%s in %s: %s', (version, range, fits) => {
    expect(satisfies(version, range)).toBe(fits)
  })

  test.each(['', '*', '>=1.0.0', '1.x', '^1.0', '^1.0.0 ^2.0.0', '^1.0.0 || latest'])('is not %j', (range) => {
    expect(v.is(versionRange, range)).toBe(false)
  })
})

test('new builds require the contract that they were built against, and shells accept all of its major version', () => {
  expect(v.is(buildContract, remoteContract) && v.is(buildContract, shellContract)).toBe(true)
  expect(remoteContract.requires).toBe(`^${contractVersion}`)
  expect(satisfies('1.0.0', shellContract.requires)).toBe(true)
})

test('versions of the contract packages are not compared beside the contract, those of libraries are', () => {
  const shares = (module: string, version: string) => ({ [module]: { version, names: ['x'] } })
  const at = (module: string, version: string) => ({ contract: shellContract, shares: shares(module, version) })
  expect(incompatibility(at('@adsite/auth', '0.1.0'), at('@adsite/auth', '1.3.0'))).toBeNull()
  expect(incompatibility(at('jotai', '2.0.0'), at('jotai', '3.0.0'))).toMatchObject({ kind: 'share' })
})
