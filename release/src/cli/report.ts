import type { CommanderError } from 'commander'
import type { MeasuredStatus, Vital } from '../actions/measured.ts'
import type { BuildDiff } from '../actions/diff.ts'
import type { AffectedBuild } from '../actions/impact.ts'
import type { Diagnosis } from '../actions/doctor.ts'
import type { UnitHistory } from '../actions/history.ts'
import type { PointerMoved } from '../move/promote.ts'
import type { Pruned } from '../actions/prune.ts'
import type { Published } from '../actions/publish.ts'
import type { newKeyPair } from '../signing/key-source.ts'
import type { RolledBack } from '../move/rollback.ts'
import { commandsOf, type WaysBack } from '../move/ways-back.ts'
import { channelFlag, commandLine, commandsIn, ReleaseError, textIn } from '../error/release-error.ts'
import { describeAudience, describeChange } from '../registry/describe-change.ts'

export function describePublished(
  { unit, build, files, bytes, created }: Published,
  channel: string,
  registry: string | undefined,
): string {
  const size = `${files} files, ${Math.ceil(bytes / 1024)} KiB`
  if (!created) return `${unit} ${build} is in the registry already, with the same ${files} files: nothing to do.`
  const promote = commandsIn(registry, [['promote', unit, build, ...channelFlag(channel)]])
  return `Published ${unit} ${build} (${size}). Make it run with: ${commandLine(promote)}`
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

export function describeRollback(move: RolledBack): string {
  const passed = move.passedOver.map(({ build, why }) => `\n  passed over ${build}: ${why}`)
  const bad = move.endedCanary === move.markedBad ? ` ${move.markedBad} is marked bad.` : ''
  return [describeMove(move), bad, ...passed].join('')
}

export function describeFreeze({ unit, channel, rev }: PointerMoved, frozen: boolean): string {
  const now = frozen ? `${unit} is frozen on ${channel}: nothing but a rollback moves it` : `${unit} may be promoted on ${channel} again`
  return `${now} (revision ${rev}).`
}

export function describeRepair(move: PointerMoved): string {
  const { unit, channel, rev, changed } = move
  if (!changed) return `The pointer of ${unit} on ${channel} works (revision ${rev}): nothing to repair. ${describeRunning(move)}`
  return `The pointer of ${unit} on ${channel} was restored from the log (revision ${rev}). ${describeRunning(move)}`
}

function describeRunning({ build, canary }: Pick<PointerMoved, 'build' | 'canary'>): string {
  return canary ? `${canary.build} is tried by ${describeAudience(canary)}; all others run ${build}.` : `Everybody runs ${build}.`
}

/** Units with the registry named in the commands of their sentences. */
export function unitsIn(registry: string | undefined, units: readonly MeasuredStatus[]): MeasuredStatus[] {
  return units.map((unit) => ({ ...unit, damage: unit.damage === null ? null : textIn(registry, unit.damage) }))
}

/** The registry that printed commands name, and the place that a sentence does. */
interface Looked {
  readonly channel: string
  readonly registry: string | undefined
  readonly location: string
}

export function describeStatus(units: readonly MeasuredStatus[], looked: Looked): string {
  if (units.length === 0) return `The registry in ${looked.location} has no builds yet.`
  return units.map((unit) => describeUnit(unit, looked)).join('\n')
}

function describeUnit(
  { unit, pointer, since, damage, waysBack, builds, open, vitals }: MeasuredStatus,
  { channel, registry }: Looked,
): string {
  const kept = `${builds.length} ${builds.length === 1 ? 'build' : 'builds'} kept`
  if (!pointer) return `${unit}: nothing promoted on ${channel}; ${[kept, builds.join(', ')].filter(Boolean).join(': ')}`
  const change = since ? `, ${since.action} by ${since.who} at ${since.at}${since.why ? ` (${inOneLine(since.why)})` : ''}` : ''
  const lists = [
    damage === null ? '' : `DAMAGED: ${damage}`,
    pointer.frozen ? 'frozen' : '',
    pointer.canary ? `${pointer.canary.build} tried by ${describeAudience(pointer.canary)}` : '',
    pointer.lastKnownGood.length > 0 ? `good before: ${pointer.lastKnownGood.join(', ')}` : '',
    waysBack ? describeWaysBack(waysBack, channel, registry) : '',
    pointer.bad.length > 0 ? `bad: ${pointer.bad.join(', ')}` : '',
    kept,
    open ? `open pages: ${open.map(({ build, pages }) => `${pages} on ${build}`).join(', ') || 'none'}` : '',
    vitals && vitals.length > 0 ? `75th percentile of the last hour: ${describeVitals(vitals)}` : '',
  ]
  return `${unit}: ${pointer.stable} (revision ${pointer.rev}${change}); ${lists.filter(Boolean).join('; ')}`
}

function describeVitals(vitals: readonly Omit<Vital, 'unit'>[]): string {
  const ofBuild = ({ build, name, p75 }: Omit<Vital, 'unit'>) => ({
    build,
    text: `${name} ${name === 'CLS' ? p75.toFixed(3) : `${Math.round(p75)} ms`}`,
  })
  const builds = Map.groupBy(vitals.map(ofBuild), ({ build }) => build)
  return [...builds].map(([build, texts]) => `${build} ${texts.map(({ text }) => text).join(', ')}`).join('; ')
}

function describeWaysBack({ alone, passedOver, together }: WaysBack, channel: string, registry: string | undefined): string {
  if (alone !== null && passedOver.length === 0) return ''
  const unfit = passedOver.map(({ build, why }) => `${build}: ${why}`).join(', ')
  if (alone !== null) return `a rollback goes to ${alone} (not to ${unfit})`
  if (passedOver.length === 0) return 'nothing to roll back to'
  const way = together ? `, only together: ${commandLine(commandsIn(registry, commandsOf(together, channel)))}` : ''
  return `NO WAY BACK ALONE (${unfit})${way}`
}

/** A reason may have several lines, and a change has one. */
const inOneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()

export function describeHistory({ unit, channel, entries, damaged }: UnitHistory): string {
  if (entries.length === 0 && damaged.length === 0) return `${unit} has builds, and none was promoted on ${channel} yet.`
  const changes = entries.map(({ rev, at, who, action, from, to, why, tookEffect }) => {
    const change = describeChange({ action, from, to })
    return {
      rev,
      line: `${rev}  ${at}  ${who}  ${change}${why ? `  "${inOneLine(why)}"` : ''}${tookEffect ? '' : '  (never took effect)'}`,
    }
  })
  const lost = damaged.map(({ rev, fault }) => ({ rev, line: `${rev}  DAMAGED: ${fault}` }))
  return [...changes, ...lost]
    .toSorted((one, other) => other.rev - one.rev)
    .map(({ line }) => line)
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

export function describeImpact(affected: readonly AffectedBuild[], module: string, channel: string): string {
  if (affected.length === 0) return `No build in use on ${channel} takes this of ${module} from the shell.`
  return affected
    .map((build) => {
      const { names } = build
      const taken = names === null || names.includes('*') ? 'the whole module' : names.join(', ')
      return describeAffected(build, `${taken} of ${module}, built with ${build.version}`)
    })
    .join('\n')
}

export function describeCallsImpact(affected: readonly AffectedBuild[], channel: string): string {
  if (affected.length === 0) return `No build in use on ${channel} makes these calls.`
  return affected
    .map((build) => {
      const made = build.names?.join(', ') ?? 'not known, since it was built before manifests named calls'
      return describeAffected(build, `${made}, built with contract ${build.version}`)
    })
    .join('\n')
}

function describeAffected({ unit, build, role, fault }: AffectedBuild, uses: string): string {
  return `${unit} ${build ?? 'of an unknown build'} (${role}): ${fault === null ? uses : `NOT KNOWN, since it cannot be read (${fault})`}`
}

/** Diagnoses with the registry named in the commands of their sentences. */
export function diagnosesIn(registry: string | undefined, found: readonly Diagnosis[]): Diagnosis[] {
  return found.map(({ faults, warnings, ...build }) => ({
    ...build,
    faults: faults.map((fault) => textIn(registry, fault)),
    warnings: warnings.map((warning) => textIn(registry, warning)),
  }))
}

export function describeDiagnoses(found: readonly Diagnosis[]): string {
  if (found.length === 0) return 'Nothing runs on this channel yet: nothing to check.'
  return found
    .map(({ unit, build, role, files, faults, warnings }) => {
      const name = `${unit} ${build} (${role})`
      const found = [...faults, ...warnings.map((warning) => `warning: ${warning}`)].map((line) => `  ${line}`)
      return [faults.length === 0 ? `${name}: well, ${files} files` : `${name}: NOT WELL`, ...found].join('\n')
    })
    .join('\n')
}

export function describePruned({ removed, left }: Pruned, dryRun: boolean, days: number): string {
  const size = Math.ceil(removed.reduce((sum, { bytes }) => sum + bytes, 0) / 1024)
  const names = removed.map(({ unit, build, bytes }) => `${unit} ${build}${bytes === 0 ? ' (never published completely)' : ''}`).join(', ')
  const done =
    removed.length === 0
      ? left.length === 0
        ? `Every build is needed, or younger than ${days} days: nothing to remove.`
        : 'Nothing to remove among the builds that can be read, and some cannot be:'
      : `${dryRun ? 'Would remove' : 'Removed'} ${removed.length} ${removed.length === 1 ? 'build' : 'builds'} (${size} KiB): ${names}`
  return [done, ...left.map(({ unit, build, why }) => `  left alone: ${unit}${build === null ? '' : ` ${build}`}: ${why}`)].join('\n')
}

export function describeKeyPair({ id, signingKey, publicKey }: ReturnType<typeof newKeyPair>): string {
  return `Key ${id}
where releases are published (secret):
RELEASE_SIGNING_KEY=${signingKey}
where the site runs, and where releases are published:
RELEASE_PUBLIC_KEY=${publicKey}`
}

/** Reports an error as one sentence on standard error, or as JSON in place of the result; never as a stack trace. */
export function reportFailure(error: unknown, asJson: boolean, registry: string | undefined): void {
  const refused = error instanceof ReleaseError ? error.inRegistry(registry) : storageFailure(error)
  const { code, what, why, advice, commands } = refused
  const written = commands.length > 0 ? { command: commandLine(commands) } : {}
  if (asJson) process.stdout.write(`${JSON.stringify({ error: { code, what, why, advice, ...written } }, null, 2)}\n`)
  else process.stderr.write(`${refused.message}\n`)
}

/** The failure of a command line that was not understood, for {@link reportFailure}. */
export function usageFailure({ message }: CommanderError): ReleaseError {
  const why = message.replace(/^error: /u, '').replace(/\.$/u, '')
  return new ReleaseError('usage_wrong', { what: 'Nothing was done', why, advice: 'Add --help to see how it is used' })
}

function storageFailure(error: unknown): ReleaseError {
  return new ReleaseError('storage_failed', {
    what: 'The action was broken off',
    why: error instanceof Error ? error.message : String(error),
    advice: 'See that the registry can be read and written and has room; then look at "release status" before repeating',
  })
}
