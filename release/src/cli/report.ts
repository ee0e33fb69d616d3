import type { UnitHistory } from '../actions/history.ts'
import type { PointerMoved } from '../actions/promote.ts'
import type { Published } from '../actions/publish.ts'
import type { UnitStatus } from '../actions/status.ts'
import { ReleaseRefused } from '../refusal.ts'
import type { LogAction } from '../registry/schemas.ts'

export function describePublished({ unit, build, files, bytes, created }: Published): string {
  const size = `${files} files, ${Math.ceil(bytes / 1024)} KiB`
  if (!created) return `${unit} ${build} is in the registry already, with the same ${files} files: nothing to do.`
  return `Published ${unit} ${build} (${size}). Make it run with: release promote ${unit} ${build}`
}

export function describeMove(action: LogAction, { unit, channel, rev, build, previous, changed }: PointerMoved): string {
  if (!changed) return `${unit} runs ${build} on ${channel} already (revision ${rev}): nothing to do.`
  const done = action === 'promote' ? `Promoted ${unit} to ${build}` : `Rolled ${unit} back to ${build}`
  return `${done} on ${channel} (revision ${rev}, before: ${previous ?? 'nothing'}).`
}

export function describeStatus(units: readonly UnitStatus[], channel: string, location: string): string {
  if (units.length === 0) return `The registry in ${location} has no builds yet.`
  return units.map((unit) => describeUnit(unit, channel)).join('\n')
}

function describeUnit({ unit, pointer, since, builds }: UnitStatus, channel: string): string {
  const kept = `${builds.length} ${builds.length === 1 ? 'build' : 'builds'} kept`
  if (!pointer) return `${unit}: nothing promoted on ${channel}; ${kept}: ${builds.join(', ')}`
  const change = since ? `, ${since.action} by ${since.who} at ${since.at}${since.why ? ` (${since.why})` : ''}` : ''
  const lists = [
    pointer.lastKnownGood.length > 0 ? `good before: ${pointer.lastKnownGood.join(', ')}` : '',
    pointer.bad.length > 0 ? `bad: ${pointer.bad.join(', ')}` : '',
    kept,
  ]
  return `${unit}: ${pointer.stable} (revision ${pointer.rev}${change}); ${lists.filter(Boolean).join('; ')}`
}

export function describeHistory({ unit, channel, entries }: UnitHistory): string {
  if (entries.length === 0) return `${unit} has builds, and none was promoted on ${channel} yet.`
  return entries
    .map(({ rev, at, who, action, from, to, why, tookEffect }) => {
      const change = `${action} ${from?.build ?? 'nothing'} -> ${to.build}`
      return `${rev}  ${at}  ${who}  ${change}${why ? `  "${why}"` : ''}${tookEffect ? '' : '  (never took effect)'}`
    })
    .join('\n')
}

/** A failure as one sentence on standard error, or as JSON where the result would be; never a stack trace. */
export function reportFailure(error: unknown, asJson: boolean): void {
  const refused = error instanceof ReleaseRefused ? error : storageFailure(error)
  const { code, what, why, advice } = refused
  if (asJson) process.stdout.write(`${JSON.stringify({ error: { code, what, why, advice } }, null, 2)}\n`)
  else process.stderr.write(`${refused.message}\n`)
}

function storageFailure(error: unknown): ReleaseRefused {
  return new ReleaseRefused('storage_failed', {
    what: 'The action was broken off',
    why: error instanceof Error ? error.message : String(error),
    advice: 'See that the registry can be read and written and has room; then look at "release status" before repeating',
  })
}
