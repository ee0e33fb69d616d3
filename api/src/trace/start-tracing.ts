import { trace } from '@opentelemetry/api'

/** How long the last spans may take at the end of a process (milliseconds). */
const farewell = 2000

export interface TracingSettings {
  /** Share of the calls that are traced, from 0 to 1. */
  readonly share: number
}

/** Where spans are sent, from the environment variable that all tools of OpenTelemetry read; undefined: nowhere. */
export const tracingEndpoint = 'OTEL_EXPORTER_OTLP_ENDPOINT'

/**
 * Sends the spans of this process to the collector of OTEL_EXPORTER_OTLP_ENDPOINT, by OTLP over HTTP; without one it does
 * nothing and loads nothing. Spans wait in a bounded queue: a collector that is slow or away costs spans, never calls.
 * Returns a function that sends what waits and ends.
 */
export async function startTracing(service: string, settings: TracingSettings | undefined): Promise<() => Promise<void>> {
  if (!settings) return async () => {}
  const [{ BatchSpanProcessor, TracerProvider, TraceIdRatioBasedSampler }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'adsite' }),
    // By the id of the trace, so that all processes agree. What the caller's flags say does not count.
    sampler: new TraceIdRatioBasedSampler(settings.share),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: 1000 })],
    spanLimits: { attributeValueLengthLimit: 4096 },
  })
  trace.setGlobalTracerProvider(provider)
  return async () => {
    trace.disable()
    const late = new Promise<void>((resolve) => setTimeout(resolve, farewell).unref())
    await Promise.race([provider.shutdown().catch(() => {}), late])
  }
}
