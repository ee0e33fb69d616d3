import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { keysOf } from '../value/keys.ts'
import { buildName, unitName } from './names.ts'

/**
 * What browsers measure of a screen (https://web.dev/articles/vitals): milliseconds, of CLS a score. A value up to `good` is
 * good, one above `poor` is poor, and between them it needs improvement.
 */
export const webVitals = {
  /** Largest Contentful Paint. */
  LCP: { good: 2500, poor: 4000, unit: 'ms' },
  /** Interaction to Next Paint. */
  INP: { good: 200, poor: 500, unit: 'ms' },
  /** Cumulative Layout Shift. */
  CLS: { good: 0.1, poor: 0.25, unit: 'score' },
  /** First Contentful Paint. */
  FCP: { good: 1800, poor: 3000, unit: 'ms' },
  /** Time to First Byte. */
  TTFB: { good: 800, poor: 1800, unit: 'ms' },
} as const

export type WebVitalName = keyof typeof webVitals
export const webVitalNames = keysOf(webVitals)

/** Largest value that is accepted: ten minutes. */
export const webVitalLimit = 600_000

const name = v.picklist(webVitalNames)

/** A measurement of a page. Any signed-in user can forge it, so each account has little weight. */
const vital = v.strictObject({
  /** The unit and the build whose screen was measured. */
  unit: v.pipe(v.string(), v.regex(unitName)),
  build: v.pipe(v.string(), v.regex(buildName)),
  name,
  value: v.pipe(v.number(), v.minValue(0), v.maxValue(webVitalLimit)),
})
export type WebVital = v.InferOutput<typeof vital>

/** Maximum number of measurements per call. */
export const webVitalsPerCall = 50

export const webVitalEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/release/vital',
  label: { ja: '表示速度の報告', en: 'Report web vitals' },
  kind: 'change',
  permission: 'session.use',
  summary: 'How fast screens were in a page (web vitals), by the build that they belong to',
  body: v.strictObject({ vitals: v.pipe(v.array(vital), v.minLength(1), v.maxLength(webVitalsPerCall)) }),
  success: 204,
  stale: [],
})

/**
 * Measurements of a build since the requested time. Each account has limited weight, and of a build that is being tried only
 * the accounts in the trial count.
 */
export const buildVital = v.object({
  build: v.string(),
  name,
  /** The 75th percentile: three quarters of the loads were as fast as this or faster. Milliseconds, of CLS a score. */
  p75: v.number(),
  /** Number of loads and of accounts that it is measured from. */
  loads: v.number(),
  accounts: v.number(),
})
export type BuildVital = v.InferOutput<typeof buildVital>
