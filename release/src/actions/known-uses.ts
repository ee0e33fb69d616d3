import type { Release } from '@adsite/remote/release-format'
import { readRelease } from '../build/inspect.ts'
import { ReleaseError } from '../error/release-error.ts'
import type { Registry } from '../registry/registry.ts'
import { isCall } from './impact.ts'

/**
 * Refuses words that no published build names, whether it runs or not. Such a word is most likely misspelled, and "no build
 * in use makes this call" would read as all clear.
 * @throws ReleaseError `use_unknown`
 */
export async function checkUses(registry: Registry, what: string, names: readonly string[]): Promise<void> {
  const manifests = await readManifests(registry)
  const calls = manifests.flatMap((manifest) => manifest.calls ?? []).flatMap((call) => [call, call.slice(call.indexOf(' ') + 1)])
  const modules = manifests.flatMap(({ shares }) => Object.keys(shares))
  // The shell offers most modules as a whole, so what they export is known from the areas alone.
  const areas = manifests.filter((manifest) => 'area' in manifest)
  const exports = areas.flatMap(({ shares }) => (Object.hasOwn(shares, what) ? (shares[what]?.names ?? []) : []))
  const unknown = isCall(what)
    ? [what, ...names].filter((call) => !calls.includes(call))
    : modules.includes(what)
      ? names.filter((name) => !exports.includes(name) && !exports.includes('*'))
      : [what]
  if (unknown.length === 0) return
  const meant = [...new Set([...calls, ...modules, ...exports])].filter((known) => unknown.some((word) => plain(word) === plain(known)))
  throw new ReleaseError('use_unknown', {
    what: 'The impact was not worked out',
    why: `no published build names ${quoted(unknown)}`,
    advice:
      meant.length > 0
        ? `Write ${quoted(meant)}`
        : 'Write a call as in "GET /api/campaign/{id}", and a module with its exports as in "@adsite/remote useShell". If it is written right, no build uses it',
  })
}

/** The manifests of all published builds that can be read. */
async function readManifests(registry: Registry): Promise<Release['manifest'][]> {
  const units = await registry.listUnits()
  const builds = await Promise.all(units.map(async (unit) => (await registry.listBuildFolders(unit)).map((build) => ({ unit, build }))))
  const releases = await Promise.all(
    builds.flat().map(({ unit, build }) =>
      readRelease(registry, unit, build).catch((error: unknown) => {
        if (error instanceof ReleaseError) return null
        throw error
      }),
    ),
  )
  return releases.flatMap((release) => (release ? [release.manifest] : []))
}

/** A word without what people write in different ways: capitals, the names of parameters, a slash at the end. */
const plain = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/\{\w*\}|:\w+/gu, '{}')
    .replace(/\/+$/u, '')

const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ')
