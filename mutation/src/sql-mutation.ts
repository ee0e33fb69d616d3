import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Part } from './groups.ts'
import { sqlMutants, type SqlMutant } from './sql-mutants.ts'

interface Tried extends SqlMutant {
  readonly file: string
}

export interface SqlOptions {
  readonly concurrency: number
  /** Only the mutants that survived the last time. */
  readonly survivors: boolean
  /** Every so many-th mutant is tried. */
  readonly sample: number
}

/** How long the tests may take without a mutant. */
const firstPatienceMs = 600_000
/** Tests that take this many times longer with a mutant than without wait for something that does not come. */
const patience = 5

/** The tests of a part fail without any mutant, so that they would kill all. */
export class TestsFail extends Error {}

/** The files of the repository, with links to what is installed. */
async function copyRepository(root: string, copy: string): Promise<void> {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of files.split('\n').filter((name) => name !== '' && !name.startsWith('e2e/'))) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await cp(join(root, file), join(copy, file))
  }
  for (const installed of globSync('{.,*,shared-contracts/*}/node_modules', { cwd: root }))
    await symlink(join(root, installed), join(copy, installed)).catch(() => {})
}

async function startWorker(copy: string): Promise<ChildProcess> {
  const worker = fork(join(copy, 'mutation/src/sql-worker.ts'), { cwd: copy, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(worker, 'message')
  return worker
}

/** Whether all tests pass with what is sent. A worker that does not answer is ended, and its tests count as failed. */
async function ask(worker: ChildProcess, message: object | string, patienceMs: number): Promise<boolean> {
  const answered = new AbortController()
  const impatient = setTimeout(() => worker.kill('SIGKILL'), patienceMs)
  worker.send(message)
  try {
    const [passed] = await Promise.race([
      once(worker, 'message', { signal: answered.signal }),
      once(worker, 'exit', { signal: answered.signal }).then(() => [false]),
    ])
    return passed === true
  } finally {
    clearTimeout(impatient)
    answered.abort()
  }
}

async function endWorker(worker: ChildProcess): Promise<void> {
  if (!worker.connected) return
  worker.send('end')
  await once(worker, 'exit')
}

/** Changes the SQL of a part's files, one change at a time; answers how many mutants there are, and how many of them no test notices. */
export async function sqlMutation(
  { name, part, root, temporary }: { name: string; part: Part; root: string; temporary: string },
  { concurrency, survivors, sample }: SqlOptions,
): Promise<{ readonly mutants: number; readonly survived: number }> {
  const files = globSync([...(part.sql ?? [])], { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const report = join(root, '.cache/mutation', `${name}-sql.json`)
  const sources = new Map<string, string>()
  for (const file of files) sources.set(file, await readFile(join(root, file), 'utf8'))
  let waiting: Tried[] = [...sources].flatMap(([file, source]) => sqlMutants(source).map((mutant) => ({ file, ...mutant })))
  waiting = waiting.filter((_, index) => index % sample === 0)
  const mutants = waiting.length
  if (survivors) {
    const before: Tried[] = JSON.parse(await readFile(report, 'utf8'))
    waiting = waiting.filter((one) =>
      before.some(({ file, before: was, after }) => [file, was, after].join() === [one.file, one.before, one.after].join()),
    )
  }
  const survived: Tried[] = []
  const total = waiting.length
  await mkdir(dirname(report), { recursive: true })
  /** Reports at once: the run of a large part may be ended before it is through. */
  const survives = async (mutant: Tried) => {
    survived.push(mutant)
    const { file, line, before, after } = mutant
    process.stdout.write(`\n[Survived] SQL\n${file}:${line}\n-     ${before}\n+     ${after}\n`)
    await writeFile(
      report,
      JSON.stringify(
        survived.map((one) => ({ file: one.file, line: one.line, before: one.before, after: one.after })),
        null,
        2,
      ),
    )
  }
  const work = async (index: number) => {
    const copy = join(temporary, `copy-${index}`)
    await copyRepository(root, copy)
    let worker = await startWorker(copy)
    const began = performance.now()
    if (!(await ask(worker, 'unchanged', firstPatienceMs))) {
      await endWorker(worker)
      throw new TestsFail(`The tests of ${name} fail without a mutant.`)
    }
    const patienceMs = patience * (performance.now() - began)
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const { file, source } = mutant
      const original = sources.get(file)
      if (original === undefined) throw new Error(`A mutant of ${file}, which was not read`)
      if (await ask(worker, { file, source, original }, patienceMs)) await survives(mutant)
      if (!worker.connected) {
        await writeFile(join(copy, file), original)
        worker = await startWorker(copy)
      }
      const tried = total - waiting.length
      if (tried % 10 === 0) process.stdout.write(`SQL of ${name}: ${tried} of ${total} tried, ${survived.length} survived\n`)
    }
    await endWorker(worker)
    await rm(copy, { recursive: true, force: true })
  }
  const workers = Array.from({ length: Math.min(concurrency, Math.max(1, total)) }, (_, index) => work(index))
  // One that fails leaves the others their copies until they are through, too.
  await Promise.allSettled(workers)
  await Promise.all(workers)
  if (survived.length === 0) await writeFile(report, '[]')
  return { mutants, survived: survived.length }
}
