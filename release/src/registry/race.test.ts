import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { history } from '../actions/history.ts'
import { promote } from '../move/promote.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { layout } from './layout.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

const deployer = join(import.meta.dirname, '../testing/deployer.ts')
interface Outcome {
  readonly build: string
  readonly rev?: number
  readonly refused?: string
  readonly message?: string
}

describe('deployers in processes of their own', () => {
  it('lose none of their changes: each is in force for a revision, or its deployer is told', async () => {
    await bench.release('ad', '1.0.0-start')
    const builds = Array.from({ length: 8 }, (_, index) => `1.0.0-${index}`)
    for (const build of builds) await bench.publish('ad', await bench.writeRemote('ad', build))
    const startAt = String(Date.now() + 2_500)
    const outcomes = await Promise.all(
      builds.map(async (build): Promise<Outcome> => {
        const { stdout } = await promisify(execFile)(process.execPath, [deployer, bench.registry.storage.location, 'ad', build, startAt])
        return JSON.parse(stdout) as Outcome
      }),
    )
    const won = outcomes.filter((outcome) => outcome.rev !== undefined)
    const lost = outcomes.filter((outcome) => outcome.refused !== undefined)
    expect(won.length).toBeGreaterThanOrEqual(1)
    expect(won.length + lost.length).toBe(builds.length)
    for (const { refused, message } of lost) {
      expect(refused).toBe('pointer_moved')
      expect(message).toMatch(/deployer of 1\.0\.0-\d changed ad at the same time/)
    }
    // Each winner's change is effective at its own revision, based on the one before, and the pointer is at the last.
    const inForce = (await history(bench.registry, { channel: 'stable', unit: 'ad' })).entries
      .filter((entry) => entry.tookEffect)
      .toReversed()
    expect(inForce.slice(1).map(({ rev, to }) => ({ build: to.stable, rev }))).toEqual(won.toSorted((one, other) => one.rev! - other.rev!))
    const { pointer } = (await bench.registry.readPointer('stable', 'ad'))!
    expect(pointer).toMatchObject({ rev: inForce.at(-1)!.rev, stable: inForce.at(-1)!.to.stable })
    expect(pointer.lastKnownGood).toEqual(
      inForce
        .slice(0, -1)
        .toReversed()
        .map((entry) => entry.to.stable),
    )
  })

  it('leave a registry that works when one is killed in the middle', async () => {
    await bench.release('ad', '1.0.0-a')
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-b'))
    // Dies with the log entry written, the lock held and the pointer unchanged.
    const script = `
      const { openRegistry, registryOn } = await import(${JSON.stringify(join(import.meta.dirname, 'registry.ts'))})
      const { promote } = await import(${JSON.stringify(join(import.meta.dirname, '../move/promote.ts'))})
      const fs = (await import('node:fs')).default
      const { storage, keys } = openRegistry(${JSON.stringify(bench.registry.storage.location)})
      const registry = registryOn({ ...storage, compareAndSwap(key) {
        fs.mkdirSync(storage.location + '/lock/' + key.replaceAll('/', '~') + '.lock', { recursive: true })
        process.kill(process.pid, 'SIGKILL')
      } }, keys)
      await promote(registry, { unit: 'ad', build: '1.0.0-b', channel: 'stable', who: 'killed', why: null })`
    const [, signal] = await once(spawn(process.execPath, ['--input-type=module', '-e', script]), 'exit')
    expect(signal).toBe('SIGKILL')
    expect(await bench.registry.storage.read(layout.logEntry('stable', 'ad', 2))).not.toBeNull()
    expect((await bench.registry.readPointer('stable', 'ad'))!.pointer.rev).toBe(1)
    const moved = await promote(bench.registry, { unit: 'ad', build: '1.0.0-b', channel: 'stable', who: 'next', why: null })
    expect(moved).toMatchObject({ rev: 3, build: '1.0.0-b' })
  })
})
