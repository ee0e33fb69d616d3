import { checkName } from '../registry/layout.ts'
import type { Registry } from '../registry/registry.ts'
import type { LogEntry, Pointer } from '../registry/schemas.ts'
import { unitUnknown } from './rollback.ts'

export interface UnitStatus {
  readonly unit: string
  /** What runs; null: nothing was promoted on this channel yet. */
  readonly pointer: Pointer | null
  /** The change that brought it: when, who, why. */
  readonly since: LogEntry | null
  /** Builds in the registry. */
  readonly builds: readonly string[]
}

/**
 * What runs where, since when, and who did it: one unit, or all of the channel.
 * @throws ReleaseError
 */
export async function status(
  registry: Registry,
  options: { readonly channel: string; readonly unit?: string | undefined },
): Promise<UnitStatus[]> {
  const { channel } = options
  checkName('channel', channel)
  if (options.unit !== undefined) checkName('unit', options.unit)
  const known = [...new Set([...(await registry.listLive(channel)), ...(await registry.listUnits())])].toSorted()
  if (options.unit !== undefined && !known.includes(options.unit)) {
    throw await unitUnknown(registry, channel, options.unit, `There is no status of ${options.unit} on ${channel}`)
  }
  const units = options.unit === undefined ? known : [options.unit]
  return Promise.all(
    units.map(async (unit) => {
      const pointer = (await registry.readPointer(channel, unit))?.pointer ?? null
      const since = pointer && (await registry.readLogEntry(channel, unit, pointer.rev))
      return { unit, pointer, since, builds: await registry.listBuilds(unit) }
    }),
  )
}
