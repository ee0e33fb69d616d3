import { randomBytes } from 'node:crypto'
import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'

// Set whether or not spans are exported (start-tracing.ts), because log lines always name their trace.
context.setGlobalContextManager(new AsyncLocalStorageContextManager())

/** Ids of a trace and of the caller's span, as W3C Trace Context writes them. */
const wellFormed = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/u

/** Reads a `traceparent`; null if it is none, however long or odd. */
function parentOf(header: string | null | undefined): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] = wellFormed.exec(header ?? '') ?? []
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
  return isSpanContextValid(parent) ? parent : null
}

const madeUp = (): SpanContext => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  traceFlags: TraceFlags.NONE,
})

export const tracer = () => trace.getTracer('adsite')

export interface SpanOptions {
  readonly name: string
  readonly kind: SpanKind
  /** The caller's `traceparent`. One that is missing or wrong is replaced. */
  readonly traceparent: string | null | undefined
  /** False for calls that only fill the store of traces. They have ids all the same. */
  readonly recorded?: boolean
}

/**
 * Runs work in a span below the caller's. Where no spans are exported, work has the ids of a trace all the same, for
 * its log lines and for whom it calls.
 */
export async function inSpan<T>({ name, kind, traceparent, recorded = true }: SpanOptions, work: () => Promise<T>): Promise<T> {
  const parent = parentOf(traceparent)
  const above: Context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  const started = recorded ? tracer().startSpan(name, { kind }, above) : null
  const own = started && isSpanContextValid(started.spanContext()) ? started : trace.wrapSpanContext(parent ?? madeUp())
  try {
    return await context.with(trace.setSpan(above, own), work)
  } catch (error) {
    markFailed(own, error)
    throw error
  } finally {
    own.end()
  }
}

/** Marks a span as failed, with the class of the error alone: messages contain values. */
export function markFailed(span: Span | undefined, error: unknown): void {
  span?.setStatus({ code: SpanStatusCode.ERROR })
  span?.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}

/** The `traceparent` for whom the current work calls; undefined outside of a trace. */
export function currentTraceparent(): string | undefined {
  const current = trace.getActiveSpan()?.spanContext()
  return current && `00-${current.traceId}-${current.spanId}-${String(current.traceFlags).padStart(2, '0')}`
}

/** The ids of the current trace, for a log line; none outside of a trace. */
export function traceFields(): { readonly trace_id?: string; readonly span_id?: string } {
  const current = trace.getActiveSpan()?.spanContext()
  return current ? { trace_id: current.traceId, span_id: current.spanId } : {}
}
