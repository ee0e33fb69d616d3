import { pino, type DestinationStream, type Logger } from 'pino'
import { traceFields } from './trace-context.ts'

/** A log of JSON lines; those of a request name its trace. `destination` is standard output unless given. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ level, mixin: traceFields }, ...(destination ? [destination] : []))
}
