import { ReleaseError } from '../error/release-error.ts'
import { listPromoted, readEffectivePointer } from '../registry/effective-pointer.ts'
import { checkName } from '../registry/layout.ts'
import { repairAdvice, type Registry } from '../registry/registry.ts'
import { checkAgainstLive } from './checks.ts'
import { inspectFiles, readKnownRelease, servedFiles, storedFiles } from './inspect.ts'
import { unitUnknown } from './rollback.ts'

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
}

/**
 * Checks builds the way a page would: signature, every file in every encoding, and compatibility with what is
 * live.
 * @throws ReleaseError when there is nothing to check
 */
export async function doctor(registry: Registry, options: DoctorOptions): Promise<Diagnosis[]> {
  const { channel, unit, build } = options
  checkName('channel', channel)
  if (unit !== undefined && build !== undefined) return [await diagnose(registry, options, unit, build, 'named')]
  if (unit !== undefined) checkName('unit', unit)
  const units = unit === undefined ? await listPromoted(registry, channel) : [unit]
  const found: Diagnosis[] = []
  for (const name of units) {
    const current = await readEffectivePointer(registry, channel, name)
    if (!current) throw await unitUnknown(registry, channel, name, `${name} was not checked on ${channel}`)
    const { stable, canary, lastKnownGood, bad } = current.pointer
    const diagnosis = await diagnose(registry, options, name, stable, 'stable')
    const damage = current.damage === null ? [] : [`${current.damage}. ${repairAdvice(channel, name)}`]
    found.push({ ...diagnosis, faults: [...damage, ...diagnosis.faults] })
    if (canary) found.push(await diagnose(registry, options, name, canary.build, 'canary'))
    for (const good of lastKnownGood.filter((other) => !bad.includes(other))) {
      found.push(await diagnose(registry, options, name, good, 'good before'))
    }
  }
  return found
}

async function diagnose(
  registry: Registry,
  { channel, site }: DoctorOptions,
  unit: string,
  build: string,
  role: Diagnosis['role'],
): Promise<Diagnosis> {
  const what = `${unit} ${build} was not checked`
  try {
    const release = await readKnownRelease(registry, unit, build, what)
    const source = site === undefined ? storedFiles(registry, release) : servedFiles(site, release)
    const faults = (await inspectFiles(release, source, site !== undefined)).map(({ fault }) => fault)
    // A former build with another contract is no rollback target now, but it is not broken.
    const fit = role === 'good before' ? null : await checkAgainstLive(registry, channel, [release], what).catch(mismatchOf)
    return { unit, build, role, files: Object.keys(release.files).length, faults: fit ? [...faults, fit] : faults }
  } catch (error) {
    if (role === 'named' && error instanceof ReleaseError && error.code === 'build_unknown') throw error
    return { unit, build, role, files: 0, faults: [reasonOf(error)] }
  }
}

/** Why a build is incompatible with what is live. Other errors belong to the other builds. */
function mismatchOf(error: unknown): string | null {
  const mismatch = error instanceof ReleaseError && (error.code === 'contract_mismatch' || error.code === 'share_mismatch')
  return mismatch ? error.why : null
}

function reasonOf(error: unknown): string {
  if (error instanceof ReleaseError) return error.why
  return error instanceof Error ? error.message : String(error)
}
