import type { Budget, Release } from '@adsite/remote/release-format'
import { ReleaseError } from '../error/release-error.ts'
import type { Registry } from '../registry/registry.ts'
import type { Pointer } from '../registry/schemas.ts'
import type { BuildDirectory } from './build-directory.ts'
import { compress, type Compressed } from './compress.ts'
import { readRelease } from './inspect.ts'

/** What the first visit to one page reads of a unit. */
interface FirstVisit {
  /** What errors call it. */
  readonly page: string
  readonly files: readonly string[]
}

/** The first visits that a budget limits: to each screen of an area, or to a list in the shell. */
function firstVisits({ unit, bytes }: BuildDirectory): FirstVisit[] {
  if (unit.kind === 'shell') {
    const { entry, preloads } = unit.manifest
    const page = bytes.get(entry)?.toString() ?? ''
    const named = [...bytes.keys()].filter((path) => page.includes(path))
    return [{ page: 'a list', files: [entry, ...named, ...(preloads?.area ?? []), ...(preloads?.list ?? [])] }]
  }
  const { entry, preload = [], screens = {} } = unit.manifest
  const always = [entry, ...preload]
  return [{ page: 'a screen', files: always }, ...Object.entries(screens).map(([page, files]) => ({ page, files: [...always, ...files] }))]
}

const kilobytes = (bytes: number) => Math.ceil(bytes / 100) / 10

/**
 * Compresses what first visits read, and refuses a build of which one reads more than its budget.
 * @returns the compressed copies by path; empty without a budget
 * @throws ReleaseError
 */
export async function checkBudget(directory: BuildDirectory, what: string): Promise<ReadonlyMap<string, Compressed>> {
  const { budget } = directory.unit.manifest
  if (!budget) return new Map()
  const visits = firstVisits(directory)
  const paths = new Set(visits.flatMap(({ files }) => files))
  const copies = new Map<string, Compressed>()
  for (const path of paths) {
    const body = directory.bytes.get(path)
    if (body) copies.set(path, await compress(path, body))
  }
  const sizeOf = (path: string) => (copies.get(path)?.br ?? directory.bytes.get(path))?.length ?? 0
  const sizes = visits.map(({ page, files }) => ({ page, size: [...new Set(files)].reduce((sum, path) => sum + sizeOf(path), 0) }))
  const heaviest = sizes.reduce((most, each) => (each.size > most.size ? each : most))
  if (heaviest.size <= budget.kilobytes * 1000) return copies
  throw new ReleaseError('over_budget', {
    what,
    why: `the first visit to ${heaviest.page} reads ${kilobytes(heaviest.size)} kB of it, and its budget is ${budget.kilobytes} kB`,
    advice:
      'Load later what the first view does not need (release diff tells which files grew), or raise the budget and say why: adsite.budget in package.json',
  })
}

/**
 * Refuses a build with a higher budget than the live build's, or without one, unless it says why: a reason that the live build
 * does not have yet.
 * @throws ReleaseError
 */
export function checkLowered(
  budget: Budget | undefined,
  live: { readonly build: string; readonly budget: Budget | undefined },
  what: string,
): void {
  const before = live.budget
  if (!before || (budget && budget.kilobytes <= before.kilobytes)) return
  if (budget?.raised !== undefined && budget.raised !== before.raised) return
  throw new ReleaseError('budget_raised', {
    what,
    why: `${budget ? `its budget is ${budget.kilobytes} kB` : 'it has no budget'}, and that of the live build ${live.build} is ${before.kilobytes} kB`,
    advice: 'Keep to it, or say why it is higher: adsite.budget.raised in package.json',
  })
}

/**
 * The same for a build that is to be promoted, which `publish` may have compared with another channel. A build that runs or has
 * run there for everybody may always be promoted: to go back must not fail.
 * @throws ReleaseError
 */
export async function checkPromotedBudget(registry: Registry, before: Pointer | null, release: Release, what: string): Promise<void> {
  const { unit, build, manifest } = release
  if (!before || [before.stable, ...before.lastKnownGood].includes(build)) return
  const live = await readRelease(registry, unit, before.stable)
  if (live) checkLowered(manifest.budget, { build: live.build, budget: live.manifest.budget }, what)
}
