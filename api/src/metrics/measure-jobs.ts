import { keysOf } from '@adsite/contract'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Jobs } from '../job/jobs.ts'

/** Registers the metrics of the files that the job processes work on. */
export function measureJobs(jobs: Jobs, register: Registry): void {
  const files = new Gauge({
    name: 'adsite_jobs',
    help: 'Files that are being processed or waiting, by lane',
    labelNames: ['lane', 'state'],
    registers: [register],
    collect() {
      for (const { lane, running, waiting } of jobs.lanes()) {
        files.set({ lane, state: 'running' }, running)
        files.set({ lane, state: 'waiting' }, waiting)
      }
    },
  })
  const ended = new Counter({
    name: 'adsite_jobs_ended_total',
    help: 'Jobs that ended before they had finished: over the time limit, died, or cancelled by the caller',
    labelNames: ['reason'],
    registers: [register],
    collect() {
      ended.reset()
      for (const reason of keysOf(jobs.ended)) ended.inc({ reason }, jobs.ended[reason])
    },
  })
}
