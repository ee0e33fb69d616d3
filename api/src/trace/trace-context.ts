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

/** Format of W3C Trace Context: trace id, id of the caller's span, flags. */
const wellFormed = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/u

/** Parses a `traceparent`; null if it is malformed. */
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
  /** The caller's `traceparent`; a missing or malformed one is replaced. */
  readonly traceparent: string | null | undefined
  /** False for calls that would only fill the trace store. They still have ids. */
  readonly recorded?: boolean
}

/**
 * Runs work in a child span of the caller's. Even if spans are not exported, work has trace ids, for its log lines and for
 * the calls that it makes.
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

/** Marks a span as failed. Records only the class of the error, because messages may contain values. */
export function markFailed(span: Span | undefined, error: unknown): void {
  span?.setStatus({ code: SpanStatusCode.ERROR })
  span?.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}

/** The `traceparent` to send with outgoing calls; undefined outside a trace. */
export function currentTraceparent(): string | undefined {
  const current = trace.getActiveSpan()?.spanContext()
  return current && `00-${current.traceId}-${current.spanId}-${String(current.traceFlags).padStart(2, '0')}`
}

/** The ids of the current trace for a log line; none outside a trace. */
export function traceFields(): { readonly trace_id?: string; readonly span_id?: string } {
  const current = trace.getActiveSpan()?.spanContext()
  return current ? { trace_id: current.traceId, span_id: current.spanId } : {}
}
