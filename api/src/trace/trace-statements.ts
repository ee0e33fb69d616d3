import { EventEmitter } from 'node:events'
import { context, SpanKind, trace, type Span } from '@opentelemetry/api'
import type { Pool, PoolClient } from 'pg'
import { markFailed, tracer } from './trace-context.ts'

/** Quoted names and literals. User input is always a parameter, but traces must not depend on that. */
const namesAndLiterals = /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\w$.])\d+(?:\.\d+)?\b/gu

/** The text of a statement with its literals replaced, for traces. */
export const withoutValues = (statement: string) => statement.replaceAll(namesAndLiterals, (found) => (found.startsWith('"') ? found : '?'))

/** The SQL text of `query`'s first argument: a string, or an object with a `text`. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  const text: unknown = typeof query === 'object' && query !== null && 'text' in query ? query.text : undefined
  return typeof text === 'string' ? text : ''
}

function startStatement(query: unknown): Span {
  const text = withoutValues(textOf(query)).trim()
  const operation = /^\w+/u.exec(text)?.[0].toUpperCase() ?? 'SQL'
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text }
  return tracer().startSpan(operation, { kind: SpanKind.CLIENT, attributes })
}

/** Ends the span of a statement. Of an error, only its SQLSTATE is added, because messages may contain values. */
function endStatement(span: Span, error: unknown): void {
  if (error !== undefined && error !== null) {
    markFailed(span, error)
    if (error instanceof Error && 'code' in error && typeof error.code === 'string')
      span.setAttribute('db.response.status_code', error.code)
  }
  span.end()
}

function traceClient(client: PoolClient): void {
  client.query = new Proxy(client.query, {
    apply(query, self, given: unknown[]) {
      if (trace.getActiveSpan()?.isRecording() !== true) return Reflect.apply(query, self, given)
      const span = startStatement(given[0])
      const callback = given.at(-1)
      if (typeof callback === 'function') {
        const end = (...answer: unknown[]) => {
          endStatement(span, answer[0])
          Reflect.apply(callback, undefined, answer)
        }
        return Reflect.apply(query, self, [...given.slice(0, -1), context.bind(context.active(), end)])
      }
      const result: unknown = Reflect.apply(query, self, given)
      if (result instanceof Promise) {
        result.then(
          () => endStatement(span, null),
          (error: unknown) => endStatement(span, error),
        )
      } else if (result instanceof EventEmitter) {
        // COPY is a stream.
        result.once('close', () => endStatement(span, null))
        result.once('error', (error) => endStatement(span, error))
      } else endStatement(span, null)
      return result
    },
  })
}

/** Records every statement of a pool in a child span of the current request or job, if that is recorded. */
export function traceStatements(pool: Pool): void {
  pool.on('connect', traceClient)
  // A query that waits for a connection continues where another one releases it; without binding, it would run in that one's context.
  pool.connect = new Proxy(pool.connect, {
    apply(connect, self, given: unknown[]) {
      const [callback] = given
      return Reflect.apply(connect, self, typeof callback === 'function' ? [context.bind(context.active(), callback)] : given)
    },
  })
}
