import { trace } from '@opentelemetry/api'

/** Time limit for sending the last spans when a process ends (milliseconds). */
const farewell = 2000

export interface TracingSettings {
  /** Share of the calls that are traced, from 0 to 1. */
  readonly share: number
}

/** The collector's address, from OpenTelemetry's standard environment variable; undefined: spans are not exported. */
export const tracingEndpoint = 'OTEL_EXPORTER_OTLP_ENDPOINT'

/**
 * Exports the spans of this process to the collector at OTEL_EXPORTER_OTLP_ENDPOINT, by OTLP over HTTP. Without one, it does
 * nothing and loads nothing. Spans wait in a bounded queue, so a slow or unavailable collector costs spans, never calls.
 * Returns a function that sends the queued spans and stops.
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
    // Decides by trace id, so that all processes agree, and ignores the caller's flags.
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
