import { apiPart } from './api-part.ts'
import { gatewayPart } from './gateway-part.ts'
import { migration } from './migrate-database.ts'
import type { SettingName } from './settings.ts'
import { workerPart } from './worker-part.ts'

/** The parts that serve, in the order in which they are asked for a path. The site in one process is all of them. */
export const servingParts = { api: apiPart, worker: workerPart, gateway: gatewayPart } as const

/** Every part that can be a process of its own: `node scripts/part.ts NAME`. */
export const parts = { ...servingParts, migrate: migration } as const

/** Settings of every part that serves. */
export const commonSettings: readonly SettingName[] = [
  'PORT',
  'HOST',
  'METRICS_PORT',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER_ARG',
  'LOG_LEVEL',
]
