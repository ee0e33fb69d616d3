import { InvalidArgumentError, type Command } from 'commander'
import type { UnitBuild } from '../move/ways-back.ts'
import type { Basis } from '../registry/change-pointer.ts'

/** What a change was decided on, one of each per unit. */
export interface BasisFlags {
  readonly from?: readonly string[]
  readonly rev?: readonly number[]
}

export function revisions(text: string): number[] {
  if (/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/.test(text)) return text.split(',').map(Number)
  throw new InvalidArgumentError('Give the number of a revision, as "release status" shows it.')
}

/** The flags by unit. */
export function basesOf(units: number, { from, rev }: BasisFlags, command: Command): Basis[] {
  for (const [flag, given] of Object.entries({ '--from': from, '--rev': rev })) {
    if (given !== undefined && given.length !== units) {
      command.error(`error: ${flag} has ${given.length} values for ${units} units: give one for each, with commas between them`)
    }
  }
  return Array.from({ length: units }, (_, index) => ({ from: from?.[index], decidedOn: rev?.[index] }))
}

/** UNIT BUILD UNIT BUILD … as builds, each with what it was decided on. */
export function pairsOf(words: readonly string[], flags: BasisFlags, command: Command): (UnitBuild & Basis)[] {
  const pairs = words.flatMap((unit, index) => {
    if (index % 2 === 1) return []
    const build = words[index + 1] ?? command.error(`error: no build is named for ${unit}: give UNIT BUILD UNIT BUILD …`)
    return [{ unit, build }]
  })
  const bases = basesOf(pairs.length, flags, command)
  return pairs.map((pair, index) => ({ ...bases[index], ...pair }))
}
