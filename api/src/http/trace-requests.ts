import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { MiddlewareHandler } from 'hono'
import { inSpan } from '../trace/trace-context.ts'
import { isPolled, type RequestSeen } from './request-log.ts'

/** Answers each request in a span below that of the caller (W3C Trace Context). */
export const traceRequests: MiddlewareHandler = ({ req }, next) =>
  inSpan({ name: req.method, kind: SpanKind.SERVER, traceparent: req.header('traceparent'), recorded: !isPolled(req.path) }, next)

/** Names the span of the current request by its route, never by its address. */
export function noteRequest({ method, route, status }: RequestSeen): void {
  const span = trace.getActiveSpan()
  span?.updateName(`${method} ${route}`)
  span?.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status })
  if (status < 500) return
  span?.setStatus({ code: SpanStatusCode.ERROR })
  span?.setAttribute('error.type', String(status))
}
