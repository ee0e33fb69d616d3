import { afterEach, expect, vi } from 'vitest'
import { createProgram } from '../cli/create-program.ts'
import { ReleaseError } from '../error/release-error.ts'
import { promote } from '../move/promote.ts'
import { rollback } from '../move/rollback.ts'
import type { Workbench } from './fixtures.ts'

export const channel = 'stable'
export const by = { channel, who: 'ren', reason: 'blank list' }
/** What writes a build for this version of the contract. */
export const major = (version: string) => ({ manifest: { contract: { provides: version, requires: version } } })

/** The refusal of an action; throws if it was carried out or failed otherwise. */
export async function refusalOf(work: Promise<unknown>): Promise<ReleaseError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ReleaseError) return error
  throw new Error('it was not refused', { cause: error })
}

/** Moves of units on the workbench of the running test. */
export function movesOn(bench: () => Workbench) {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })
  async function publish(unit: string, build: string, version?: string): Promise<void> {
    const change = version === undefined ? {} : major(version)
    await bench().publish(unit, unit === 'shell' ? await bench().writeShell(build, change) : await bench().writeRemote(unit, build, change))
  }
  return {
    publish,
    async release(unit: string, build: string, version?: string): Promise<void> {
      await publish(unit, build, version)
      await promote(bench().registry, { unit, build, channel, who: 'mika', why: null })
    },
    back: (options: Partial<Parameters<typeof rollback>[1]> = {}) => rollback(bench().registry, { ...by, unit: 'ad', ...options }),
    pointerOf: async (unit: string) => (await bench().registry.readPointer(channel, unit))!.pointer,
    /** Runs the command that a refusal has printed. */
    async run(line: string): Promise<void> {
      vi.stubEnv('DATA_DIR', bench().directory)
      vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      for (const command of line.split(' && ')) {
        const words = [...command.matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, word]) => quoted ?? word ?? '')
        expect(words.shift()).toBe('release')
        await createProgram().parseAsync(words, { from: 'user' })
      }
    },
  }
}
