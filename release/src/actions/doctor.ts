import { askSite } from '../error/ask-site.ts'
import { ReleaseError } from '../error/release-error.ts'
import { listPromotedOn, readEffectivePointer } from '../registry/effective-pointer.ts'
import { checkName } from '../registry/layout.ts'
import { repairAdvice, type Registry } from '../registry/registry.ts'
import { readChanges } from './history.ts'
import { mismatchWith, readLive, type Live } from '../build/checks.ts'
import { commandLine } from '../error/release-error.ts'
import { inspectFiles, readKnownRelease, servedFiles, storedFiles } from '../build/inspect.ts'
import { unitUnknown } from '../move/rollback.ts'
import { commandsOf, goodBuilds, waysBack, type WaysBack } from '../move/ways-back.ts'

export interface DoctorOptions {
  readonly channel: string
  /** Default: every unit with a pointer on the channel. */
  readonly unit?: string | undefined
  /** Default: the stable build, the canary, and the rollback targets. */
  readonly build?: string | undefined
  /** Address of a site from which the files are fetched as browsers receive them, instead of being read from the registry. */
  readonly site?: string | undefined
}

export interface Diagnosis {
  readonly unit: string
  readonly build: string
  /** The build's role on the channel; `named` if it was requested by id. */
  readonly role: 'stable' | 'canary' | 'good before' | 'named'
  readonly files: number
  /** Empty if all is well. */
  readonly faults: readonly string[]
  /** What is no fault of the build, and closes a way back. */
  readonly warnings: readonly string[]
}

/**
 * Checks builds the way a page would: signature, every file in every encoding, and compatibility with what is
 * live.
 * @throws ReleaseError when there is nothing to check
 */
export async function doctor(registry: Registry, options: DoctorOptions): Promise<Diagnosis[]> {
  const { channel, unit, build, site } = options
  checkName('channel', channel)
  if (unit !== undefined) checkName('unit', unit)
  if (build !== undefined) checkName('build', build)
  if (site !== undefined) await checkAnswers(site)
  const live = await readLive(registry, channel)
  if (unit !== undefined && build !== undefined) return [await diagnose(registry, options, live, unit, build, 'named')]
  const units = unit === undefined ? await listPromotedOn(registry, channel, 'Nothing was checked') : [unit]
  const found: Diagnosis[] = []
  for (const name of units) {
    const current = await readEffectivePointer(registry, channel, name)
    if (!current) throw await unitUnknown(registry, channel, name, `${name} was not checked on ${channel}`)
    const { stable, canary } = current.pointer
    const diagnosis = await diagnose(registry, options, live, name, stable, 'stable')
    const damage = current.damage === null ? [] : [`${current.damage}. ${repairAdvice(channel, name)}`]
    const { damaged } = await readChanges(registry, channel, name, current.pointer)
    damage.push(...damaged.map(({ fault }) => fault))
    const warnings = closedWays(await waysBack(registry, channel, name, { live }), channel)
    found.push({ ...diagnosis, faults: [...damage, ...diagnosis.faults], warnings })
    if (canary) found.push(await diagnose(registry, options, live, name, canary.build, 'canary'))
    for (const good of goodBuilds(current.pointer)) {
      found.push(await diagnose(registry, options, live, name, good, 'good before'))
    }
  }
  return found
}

/** A site that is down has no faulty files: each would be said to be one. */
async function checkAnswers(site: string): Promise<void> {
  const advice = 'Give the address that people type, and check that it can be reached from here'
  await askSite(new URL('/', site), { what: 'Nothing was checked', advice, redirect: 'manual', signal: AbortSignal.timeout(10_000) })
}

/** What keeps a unit from going back alone, and the command that goes back with others. */
function closedWays({ alone, passedOver, together }: WaysBack, channel: string): string[] {
  if (alone !== null || passedOver.length === 0) return []
  const way = together ? `; together with others it can: "${commandLine(commandsOf(together, channel))}"` : ''
  return [`it cannot go back alone, because no build before it runs with what is live${way}`]
}

async function diagnose(
  registry: Registry,
  { site }: DoctorOptions,
  live: Live,
  unit: string,
  build: string,
  role: Diagnosis['role'],
): Promise<Diagnosis> {
  const what = `${unit} ${build} was not checked`
  try {
    const release = await readKnownRelease(registry, unit, build, what)
    const source = site === undefined ? storedFiles(registry, release) : servedFiles(site, release)
    const faults = (await inspectFiles(release, source, site !== undefined)).map(({ fault }) => fault)
    const mismatch = [mismatchWith(live, release)].filter((why) => why !== null)
    const unfit = { faults: [...faults, ...mismatch], warnings: [] }
    // A former build that does not fit is no rollback target now, but it is not broken.
    const closed = { faults, warnings: mismatch.map((why) => `no way back now: ${why}`) }
    return { unit, build, role, files: Object.keys(release.files).length, ...(role === 'good before' ? closed : unfit) }
  } catch (error) {
    if (role === 'named' && error instanceof ReleaseError && error.code === 'build_unknown') throw error
    return { unit, build, role, files: 0, faults: [reasonOf(error)], warnings: [] }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ReleaseError) return error.why
  return error instanceof Error ? error.message : String(error)
}
