import type { ChildProcess } from 'node:child_process'
import { forkedProcesses, tellProcess, type JobProcesses } from '../job/job-processes.ts'

const own = forkedProcesses(new URL('../app/serve-jobs.ts', import.meta.url))
const free: ChildProcess[] = []

/** Processes of jobs that go from one API of this worker to the next: starting one takes a second of the processor. */
export const keptProcesses: JobProcesses = {
  start(dependencies) {
    const child = free.pop()
    if (!child?.connected) return own.start(dependencies)
    tellProcess(child, { dependencies })
    return child
  },
  async end(child) {
    await new Promise<void>((resolve) => {
      const done = () => {
        child.off('message', done).off('exit', done)
        resolve()
      }
      child.on('message', done).on('exit', done)
      tellProcess(child, { forget: true })
    })
    free.push(child)
  },
}
