import { pino, type DestinationStream, type Logger } from 'pino'
import { traceFields } from './trace-context.ts'

/** Creates a log of JSON lines; lines of a request contain its trace id. `destination` defaults to standard output. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ level, mixin: traceFields }, ...(destination ? [destination] : []))
}
