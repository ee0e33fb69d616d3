import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { supervise, upMessage } from './supervise.mjs'

vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

let clock: number
beforeEach(() => {
  clock = 0
  vi.spyOn(Date, 'now').mockImplementation(() => clock)
})
afterEach(() => void vi.restoreAllMocks())

/** Supervises a process that runs for each of these times (milliseconds); returns what is said of it. */
async function saidOf(lives: readonly number[]): Promise<string[]> {
  const said: string[] = []
  const left = [...lives]
  const start = () => {
    const child = new EventEmitter()
    setImmediate(() => {
      child.emit('message', upMessage)
      clock += left.shift() ?? 0
      child.emit('close', null, 'SIGKILL')
    })
    // oxlint-disable-next-line typescript/consistent-type-assertions -- of a process, only its events are looked at
    return child as ChildProcess
  }
  await supervise(start, { isEnding: () => left.length === 0, say: (line) => void said.push(line) })
  return said
}
const again = (seconds: number) => `The site ended (SIGKILL): it is started again in ${seconds} s.`

test('the pauses before a restart grow to half a minute', async () => {
  expect(await saidOf(Array.from({ length: 9 }, () => 50))).toEqual([0.2, 1, 2, 5, 10, 30, 30, 30].map((seconds) => again(seconds)))
})

test('they begin anew once the process has run for more than a minute', async () => {
  expect(await saidOf([50, 50, 60_100, 50, 50])).toEqual([0.2, 1, 0.2, 1].map((seconds) => again(seconds)))
})
