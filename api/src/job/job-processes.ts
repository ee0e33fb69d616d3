import { fork, type ChildProcess } from 'node:child_process'
import type { JobDependencies, ToProcess } from './message.ts'

/** V8 heap limit of one job (megabytes); exceeding it ends the job's process. */
const heap = 768

/** Where the processes of jobs come from. */
export interface JobProcesses {
  start(dependencies: JobDependencies): ChildProcess
  /** Takes back one that has no job. */
  end(child: ChildProcess): Promise<void>
}

/** A failed send to an exiting process shows in its exit event. */
export function tellProcess(child: ChildProcess, message: ToProcess): void {
  child.send(message, () => {})
}

export async function killProcess(child: ChildProcess): Promise<void> {
  await new Promise((done) => {
    child.once('exit', done)
    child.kill('SIGKILL')
  })
}

/** Processes of this one, which run the module `entry`. */
export function forkedProcesses(entry: URL): JobProcesses {
  return {
    start(dependencies) {
      const child = fork(entry, {
        // Flags of the parent process are not inherited; V8 needs no helper threads beside the working one.
        execArgv: ['--v8-pool-size=0', `--max-old-space-size=${heap}`, '--heap-growing-percent=50'],
        serialization: 'advanced',
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      child.on('error', () => {})
      child.unref()
      child.channel?.unref()
      tellProcess(child, { dependencies })
      return child
    },
    end: killProcess,
  }
}
