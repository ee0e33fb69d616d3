import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { required } from '@adsite/contract'

/** Ticks of /proc per second; the same on every Linux of today. */
const ticksPerSecond = 100

/** The fields of /proc/PID/stat behind the name, which may contain anything; undefined if the process has ended. */
function statOf(pid: number | string): readonly string[] | undefined {
  const file = `/proc/${pid}/stat`
  try {
    return existsSync(file) ? readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') : undefined
  } catch {
    return undefined
  }
}

/** The process that started another one. */
export const parentOf = (pid: number): number => Number(required(statOf(pid), `the process ${pid}`)[1])

/** Processor time that a process has used, and those that it has started (milliseconds). Linux alone. */
export function processorTime(pid: number): number {
  const own = required(statOf(pid), `the process ${pid} in /proc, which only Linux has`)
  const children = readdirSync('/proc').filter((name) => /^\d+$/u.test(name) && Number(statOf(name)?.[1]) === pid)
  // User and system time, its own and that of children that have ended; of those that live, their own.
  const ticks = [11, 12, 13, 14].map((field) => Number(own[field]))
  const living = children.flatMap((child) => [11, 12].map((field) => Number(statOf(child)?.[field] ?? 0)))
  return ([...ticks, ...living].reduce((sum, part) => sum + part, 0) * 1000) / ticksPerSecond
}
