import type { Command } from 'commander'
import { impact, impactOfCalls, isCall } from '../actions/impact.ts'
import { checkUses } from '../actions/known-uses.ts'
import { registryOf, type Place } from './place.ts'
import { describeCallsImpact, describeImpact } from './report.ts'

interface ImpactCommandOptions {
  readonly channel: string
  readonly registry: string
  readonly json?: true
}

interface Context {
  readonly open: (options: ImpactCommandOptions) => Promise<Place>
  readonly print: (options: ImpactCommandOptions, result: unknown, text: string) => void
  readonly verb: (program: Command, usage: string, description: string) => Command
}

/** What a change of the contract or of a shared module reaches. */
export function addImpactCommand(program: Command, { open, print, verb }: Context): void {
  verb(
    program,
    'impact <what> [names...]',
    'Which builds in use, canaries included, use what is about to change: exports of a shared module (@adsite/remote useShell; without names: any), or calls of the API ("GET /api/campaign"; a path alone: every call of it). Status 1 when one of them cannot be read.',
  ).action(async (what: string, names: string[], options: ImpactCommandOptions) => {
    const { channel } = options
    const registry = registryOf(await open(options), 'The impact was not worked out')
    const ofCalls = isCall(what)
    const affected = ofCalls
      ? await impactOfCalls(registry, { channel, calls: [what, ...names] })
      : await impact(registry, { channel, module: what, names })
    const unreadable = affected.some(({ fault }) => fault !== null)
    // A build that cannot be read may be the only one that names the words.
    if (!unreadable) await checkUses(registry, what, names)
    print(options, affected, ofCalls ? describeCallsImpact(affected, channel) : describeImpact(affected, what, channel))
    if (unreadable) process.exitCode = 1
  })
}
