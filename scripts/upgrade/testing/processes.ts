import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@adsite/api/testing'

/** A process of a release, and its output. */
export interface ReleaseProcess {
  readonly url: string
  /** Stops the process as an operator does; resolves to its exit status and output. */
  end(): Promise<readonly [number | null, string]>
  /** Its exit status and output. */
  readonly exited: Promise<readonly [number | null, string]>
}

const running = new Set<ChildProcess>()

/** Stops every process that is still running at the end of the test. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Starts a part from the directory of a release, as its command line does. */
export async function startPart(directory: string, part: string, settings: Readonly<Record<string, string>>): Promise<ReleaseProcess> {
  const port = await freePort()
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...settings, PORT: String(port) }
  const child = spawn(process.execPath, [join(directory, 'scripts/part.ts'), part], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const exited = once(child, 'close').then(([code]) => {
    running.delete(child)
    return [code as number | null, said.join('')] as const
  })
  return {
    url: `http://127.0.0.1:${port}`,
    exited,
    end() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** Waits until a process is ready; rejects if it exits instead. */
export async function untilReady({ url, exited }: ReleaseProcess): Promise<void> {
  const ended = exited.then(([code, said]) => {
    throw new Error(`A process ended with ${code}: ${said}`)
  })
  const ready = async () => {
    for (;;) {
      const answer = await fetch(`${url}/readyz`).catch(() => null)
      await answer?.body?.cancel()
      if (answer?.ok) return
      await wait(200)
    }
  }
  await Promise.race([ready(), ended])
}
