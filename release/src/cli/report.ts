import type { BuildDiff } from '../actions/diff.ts'
import type { Diagnosis } from '../actions/doctor.ts'
import type { UnitHistory } from '../actions/history.ts'
import type { PointerMoved } from '../actions/promote.ts'
import type { PrunedBuild } from '../actions/prune.ts'
import type { Published } from '../actions/publish.ts'
import type { UnitStatus } from '../actions/status.ts'
import type { newKeyPair } from '../signing/key-source.ts'
import { ReleaseError } from '../error/release-error.ts'
import { describeAudience, describeChange } from '../registry/describe-change.ts'

export function describePublished({ unit, build, files, bytes, created }: Published): string {
  const size = `${files} files, ${Math.ceil(bytes / 1024)} KiB`
  if (!created) return `${unit} ${build} is in the registry already, with the same ${files} files: nothing to do.`
  return `Published ${unit} ${build} (${size}). Make it run with: release promote ${unit} ${build}`
}

export function describeMove(move: PointerMoved): string {
  const { unit, channel, rev, build, previous, canary, endedCanary, changed } = move
  const where = `on ${channel} (revision ${rev}`
  if (!changed) return `${unit} is so ${where}) already: nothing to do. ${describeRunning(move)}`
  if (canary) return `${unit} ${canary.build} is tried by ${describeAudience(canary)} ${where}); all others keep ${build}.`
  if (endedCanary !== null && endedCanary !== build)
    return `${unit} ${endedCanary} is tried by nobody any more ${where}); everybody runs ${build}.`
  return `${unit} runs ${build} ${where}, before: ${previous ?? 'nothing'}).`
}

export function describeFreeze({ unit, channel, rev, changed }: PointerMoved, frozen: boolean): string {
  const now = frozen ? `${unit} is frozen on ${channel}: nothing but a rollback moves it` : `${unit} may be promoted on ${channel} again`
  return `${now} (revision ${rev}${changed ? '' : ', as before'}).`
}

export function describeRepair(move: PointerMoved): string {
  const { unit, channel, rev, changed } = move
  if (!changed) return `The pointer of ${unit} on ${channel} works (revision ${rev}): nothing to repair. ${describeRunning(move)}`
  return `The pointer of ${unit} on ${channel} was restored from the log (revision ${rev}). ${describeRunning(move)}`
}

function describeRunning({ build, canary }: Pick<PointerMoved, 'build' | 'canary'>): string {
  return canary ? `${canary.build} is tried by ${describeAudience(canary)}; all others run ${build}.` : `Everybody runs ${build}.`
}

export function describeStatus(units: readonly UnitStatus[], channel: string, location: string): string {
  if (units.length === 0) return `The registry in ${location} has no builds yet.`
  return units.map((unit) => describeUnit(unit, channel)).join('\n')
}

function describeUnit({ unit, pointer, since, damage, builds }: UnitStatus, channel: string): string {
  const kept = `${builds.length} ${builds.length === 1 ? 'build' : 'builds'} kept`
  if (!pointer) return `${unit}: nothing promoted on ${channel}; ${kept}: ${builds.join(', ')}`
  const change = since ? `, ${since.action} by ${since.who} at ${since.at}${since.why ? ` (${since.why})` : ''}` : ''
  const lists = [
    damage === null ? '' : `DAMAGED: ${damage}`,
    pointer.frozen ? 'frozen' : '',
    pointer.canary ? `${pointer.canary.build} tried by ${describeAudience(pointer.canary)}` : '',
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
      const change = describeChange({ action, from, to })
      return `${rev}  ${at}  ${who}  ${change}${why ? `  "${why}"` : ''}${tookEffect ? '' : '  (never took effect)'}`
    })
    .join('\n')
}

export function describeDiff({ unit, builds, commits, bytes, contract, routes, shares, files }: BuildDiff): string {
  const size = (value: number | null) => (value === null ? '–' : `${(value / 1024).toFixed(1)} KiB`)
  const list = (title: string, names: readonly string[]) => (names.length > 0 ? [`  ${title}: ${names.join(', ')}`] : [])
  return [
    `${unit} ${builds[0]} (${commits[0] ?? 'no commit'}, ${size(bytes[0])}) -> ${builds[1]} (${commits[1] ?? 'no commit'}, ${size(bytes[1])})`,
    ...(contract ? [`  contract: ${contract[0]} -> ${contract[1]}`] : []),
    ...list('new routes', routes.added),
    ...list('routes that are gone', routes.removed),
    ...list('changed routes', routes.changed),
    ...list('shared modules', shares),
    ...files.map(({ path, before, after }) => `  ${path}: ${size(before)} -> ${size(after)}`),
  ].join('\n')
}

export function describeDiagnoses(found: readonly Diagnosis[]): string {
  if (found.length === 0) return 'Nothing runs on this channel yet: nothing to check.'
  return found
    .map(({ unit, build, role, files, faults }) => {
      const name = `${unit} ${build} (${role})`
      return faults.length === 0
        ? `${name}: well, ${files} files`
        : [`${name}: NOT WELL`, ...faults.map((fault) => `  ${fault}`)].join('\n')
    })
    .join('\n')
}

export function describePruned(pruned: readonly PrunedBuild[], dryRun: boolean, days: number): string {
  if (pruned.length === 0) return `Every build is needed, or younger than ${days} days: nothing to remove.`
  const size = Math.ceil(pruned.reduce((sum, { bytes }) => sum + bytes, 0) / 1024)
  const names = pruned.map(({ unit, build }) => `${unit} ${build}`).join(', ')
  return `${dryRun ? 'Would remove' : 'Removed'} ${pruned.length} builds (${size} KiB): ${names}`
}

export function describeKeyPair({ id, signingKey, publicKey }: ReturnType<typeof newKeyPair>): string {
  return `Key ${id}
where releases are published (secret):
RELEASE_SIGNING_KEY=${signingKey}
where the site runs, and where releases are published:
RELEASE_PUBLIC_KEY=${publicKey}`
}

/** Reports an error as one sentence on standard error, or as JSON in place of the result; never as a stack trace. */
export function reportFailure(error: unknown, asJson: boolean): void {
  const refused = error instanceof ReleaseError ? error : storageFailure(error)
  const { code, what, why, advice } = refused
  if (asJson) process.stdout.write(`${JSON.stringify({ error: { code, what, why, advice } }, null, 2)}\n`)
  else process.stderr.write(`${refused.message}\n`)
}

function storageFailure(error: unknown): ReleaseError {
  return new ReleaseError('storage_failed', {
    what: 'The action was broken off',
    why: error instanceof Error ? error.message : String(error),
    advice: 'See that the registry can be read and written and has room; then look at "release status" before repeating',
  })
}
