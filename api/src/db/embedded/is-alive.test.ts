import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isAlive } from './is-alive.ts'

test('a process is alive until it ends, also if its parent takes no note of its end', async () => {
  // The shell starts a process, and becomes one that never looks at its end.
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  expect(isAlive(process.pid)).toBe(true)
  expect(isAlive(parent.pid!)).toBe(true)
  // Other systems than Linux do not say it.
  await expect.poll(() => process.platform === 'linux' && isAlive(Number(line))).toBe(false)
  const ended = once(parent, 'exit')
  parent.kill()
  await ended
  expect(isAlive(parent.pid!)).toBe(false)
})
