import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { by, channel, refusalOf } from '../testing/moves.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { rollbackOrAsk } from './rollback-or-ask.ts'
import { rollback } from './verbs.ts'

let bench: Workbench
const [a, b, c] = ['1.0.0-a', '1.0.0-b', '1.0.0-c']
const options = { ...by, unit: 'ad' }

beforeEach(async () => {
  bench = await openWorkbench()
  for (const build of [a, b, c]) await bench.release('ad', build)
  await rollback(bench.registry, options)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await bench.remove()
})

const stable = async () => (await bench.registry.readPointer(channel, 'ad'))?.pointer.stable

/** Somebody who answers; returns what they are asked. */
function answering(answer: string, isTTY = true): () => string {
  const [input, output] = [new PassThrough(), new PassThrough()].map((stream) => Object.assign(stream, { isTTY }))
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never)
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(output as never)
  input!.end(`${answer}\n`)
  return () => String(output!.read() ?? '')
}

it.each(['y', 'Yes'])('goes back once more where somebody at a terminal says %s', async (answer) => {
  const asked = answering(answer)
  expect(await rollbackOrAsk(bench.registry, options)).toMatchObject({ build: a, previous: b })
  expect(asked()).toContain(`Roll back once more, away from ${b}? [y/N]`)
})

it.each(['', 'n', 'yesterday'])('stays where they say "%s"', async (answer) => {
  answering(answer)
  expect(await refusalOf(rollbackOrAsk(bench.registry, options))).toMatchObject({ code: 'rollback_repeated' })
  expect(await stable()).toBe(b)
})

it('asks nobody where there is no terminal', async () => {
  const asked = answering('y', false)
  expect(await refusalOf(rollbackOrAsk(bench.registry, options))).toMatchObject({ code: 'rollback_repeated', replaces: b })
  expect([asked(), await stable()]).toEqual(['', b])
})
