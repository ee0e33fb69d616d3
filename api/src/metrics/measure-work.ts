import { Counter, Gauge, type Registry } from 'prom-client'
import type { MessageOutcome } from '../mail/mail-jobs.ts'

/** Counts the work of a worker. */
export interface WorkMetrics {
  /** Called when repeated work is scheduled for the first time. */
  began(work: string, seconds: number): void
  /** Called after each run of repeated work. */
  ran(work: string, outcome: 'done' | 'failed'): void
  /** Called with the outcome of messages. */
  handled(kind: string, outcome: MessageOutcome, messages: number): void
}

/** Registers the metrics of a worker. */
export function measureWork(register: Registry): WorkMetrics {
  const runs = new Counter({
    name: 'adsite_work_total',
    help: 'Runs of repeated work by outcome',
    labelNames: ['work', 'outcome'],
    registers: [register],
  })
  const done = new Gauge({
    name: 'adsite_work_done_timestamp_seconds',
    help: 'When repeated work was last done without a failure, or began to be repeated',
    labelNames: ['work'],
    registers: [register],
  })
  const period = new Gauge({
    name: 'adsite_work_period_seconds',
    help: 'How often repeated work is done',
    labelNames: ['work'],
    registers: [register],
  })
  const messages = new Counter({
    name: 'adsite_messages_total',
    help: 'Mails and calls of the webhook: sent, failed (and tried again) and given up',
    labelNames: ['kind', 'outcome'],
    registers: [register],
  })
  return {
    began(work, seconds) {
      period.set({ work }, seconds)
      done.setToCurrentTime({ work })
      runs.inc({ work, outcome: 'failed' }, 0)
    },
    ran(work, outcome) {
      runs.inc({ work, outcome })
      if (outcome === 'done') done.setToCurrentTime({ work })
    },
    handled(kind, outcome, count) {
      messages.inc({ kind, outcome }, count)
    },
  }
}
