import { listPromoted, readEffectivePointer } from '../registry/effective-pointer.ts'
import { checkName } from '../registry/layout.ts'
import { repairAdvice, type Registry } from '../registry/registry.ts'
import type { LogEntry, Pointer } from '../registry/schemas.ts'
import { readLive } from '../build/checks.ts'
import { readNamedRelease } from '../build/inspect.ts'
import { quoted } from '../error/release-error.ts'
import { unitUnknown } from '../move/rollback.ts'
import { waysBack, type WaysBack } from '../move/ways-back.ts'

export interface UnitStatus {
  readonly unit: string
  /** The current pointer; null if nothing was promoted on this channel yet. */
  readonly pointer: Pointer | null
  /** The change that led to it: when, who, why. null also if its log entry cannot be read. */
  readonly since: LogEntry | null
  /**
   * What of the stored pointer and of the builds that it names cannot be used, and what to do; null if all can. Without the
   * stored one, `pointer` comes from the log, as served.
   */
  readonly damage: string | null
  /** How it could go back from its stable build now; null if nothing was promoted. */
  readonly waysBack: WaysBack | null
  /** Builds in the registry. */
  readonly builds: readonly string[]
}

/**
 * Reports what is live since when and by whom, for one unit or for all of the channel.
 * @throws ReleaseError
 */
export async function status(
  registry: Registry,
  options: { readonly channel: string; readonly unit?: string | undefined },
): Promise<UnitStatus[]> {
  const { channel } = options
  checkName('channel', channel)
  if (options.unit !== undefined) checkName('unit', options.unit)
  const known = [...new Set([...(await listPromoted(registry, channel)), ...(await registry.listUnits())])].toSorted()
  if (options.unit !== undefined && !known.includes(options.unit)) {
    throw await unitUnknown(registry, channel, options.unit, `There is no status of ${options.unit} on ${channel}`)
  }
  const units = options.unit === undefined ? known : [options.unit]
  const live = await readLive(registry, channel)
  return Promise.all(
    units.map(async (unit) => {
      const { pointer, damage } = (await readEffectivePointer(registry, channel, unit)) ?? { pointer: null, damage: null }
      const since = pointer && (await registry.readLogEntry(channel, unit, pointer.rev))
      const unusable = pointer ? await unusableBuilds(registry, unit, pointer) : []
      const damages = [
        ...(damage === null ? [] : [`${damage}. ${repairAdvice(channel, unit)}`]),
        ...unusable.map(({ build, fault }) => `Build ${build} cannot be used: ${fault}. See ${quoted(channel, 'doctor', unit)}`),
      ]
      const ways = pointer && (await waysBack(registry, channel, unit, { live }))
      return {
        unit,
        pointer,
        since,
        damage: damages.length > 0 ? damages.join('; ') : null,
        waysBack: ways,
        builds: await registry.listBuilds(unit),
      }
    }),
  )
}

/** A build that runs and that no site which starts now would serve. */
export interface UnusableBuild {
  readonly build: string
  readonly fault: string
}

export async function unusableBuilds(registry: Registry, unit: string, { stable, canary }: Pointer): Promise<UnusableBuild[]> {
  const found = await Promise.all(
    [stable, ...(canary ? [canary.build] : [])].map(async (build) => {
      const { fault } = await readNamedRelease(registry, unit, build)
      return fault === null ? [] : [{ build, fault }]
    }),
  )
  return found.flat()
}
