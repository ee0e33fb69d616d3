import { sharedModules } from '@adsite/remote/shared'
import { isDeepStrictEqual } from 'node:util'
import { describeCallsImpact, describeImpact, impact, impactOfCalls, type Registry } from '@adsite/release'
import type { Operations } from './operations.ts'

/** Calls that are gone or not as they were; new ones affect no build. */
export function changedCalls(before: Operations, now: Operations): string[] {
  return Object.keys(before).filter((call) => !isDeepStrictEqual(before[call], now[call]))
}

/** The signatures in a report of a package: each export → its text. */
function signaturesIn(report: string): ReadonlyMap<string, string> {
  const blocks = report.split(/\n\n+/u).flatMap((block) => {
    const name = /^export (?:declare )?(?:abstract )?(?:const|function|class|type|interface|enum) (\w+)/u.exec(block)?.[1]
    return name === undefined ? [] : [{ name, block }]
  })
  return new Map([...Map.groupBy(blocks, ({ name }) => name)].map(([name, all]) => [name, all.map(({ block }) => block).join('\n\n')]))
}

/** Exports of a package that are gone or have another signature. */
export function changedExports(before: string, now: string): string[] {
  const signatures = signaturesIn(now)
  return [...signaturesIn(before)].flatMap(([name, text]) => (signatures.get(name) === text ? [] : [name]))
}

/** What a change of the contract is about. */
export interface Changes {
  readonly calls: readonly string[]
  /** Exports by package, of those that areas take from the shell at runtime. */
  readonly exports: Readonly<Record<string, readonly string[]>>
}

/** Whether areas take a package from the shell; they bundle the others, so their changes reach no live build. */
export const isShared = (name: string): boolean => Object.hasOwn(sharedModules, name)

/** What changed, with the builds in use that use it; without a registry, how to ask for them. */
export async function describeChanges({ calls, exports }: Changes, registry: Registry | null, channel: string): Promise<string> {
  const changed = Object.entries(exports).filter(([, names]) => names.length > 0)
  if (calls.length === 0 && changed.length === 0) return 'Nothing that builds in use could use has changed or gone.'
  const parts = [
    ...(calls.length === 0 ? [] : [{ what: `Calls that changed or are gone: ${calls.join(', ')}`, affected: () => ofCalls(registry) }]),
    ...changed.map(([module, names]) => ({
      what: `Exports of ${module} that changed or are gone: ${names.join(', ')}`,
      affected: () => ofModule(registry, module, names),
    })),
  ]
  async function ofCalls(live: Registry | null): Promise<string> {
    return live ? describeCallsImpact(await impactOfCalls(live, { channel, calls }), channel) : ''
  }
  async function ofModule(live: Registry | null, module: string, names: readonly string[]): Promise<string> {
    return live ? describeImpact(await impact(live, { channel, module, names }), module, channel) : ''
  }
  const lines: string[] = []
  for (const { what, affected } of parts) {
    const text = await affected()
    lines.push(what, ...text.split('\n').flatMap((line) => (line === '' ? [] : [`  ${line}`])))
  }
  const ask = 'Which builds in use this reaches: npm run generate:api-report -- --registry PLACE (or REGISTRY=PLACE)'
  return [...lines, ...(registry ? [] : [ask])].join('\n')
}
