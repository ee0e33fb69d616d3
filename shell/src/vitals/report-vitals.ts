import { tell } from '@adsite/api-client'
import { webVitalEndpoint, webVitalLimit, webVitalsPerCall, type WebVital } from '@adsite/contract'
import { onCLS, onFCP, onINP, onLCP, onTTFB, type MetricType } from 'web-vitals'
import { batched } from '../base/batch.ts'
import { isMeasured } from '../federation/index.ts'
import { screenAt, screenOf } from './screens.ts'

const vitals = batched<WebVital>(webVitalsPerCall, (waiting) => void tell(webVitalEndpoint, { vitals: waiting }))
const reported = new Set<string>()

/** What moved or answered late belongs to the screen where that happened, everything else to the one that was navigated to. */
function buildOf({ name, entries: [entry], navigationURL = location.href, navigationStartTime = 0 }: MetricType) {
  const happened = entry && (name === 'INP' || name === 'CLS') ? screenAt(entry.startTime) : null
  return happened ?? screenOf(navigationURL, navigationStartTime)
}

/** A metric of a page that is shown again after it was hidden can grow; a load counts once. */
function report(metric: MetricType): void {
  const build = buildOf(metric)
  if (!build || !isMeasured(build) || reported.has(metric.id)) return
  reported.add(metric.id)
  // Milliseconds as they are, scores to four decimals.
  const value = Math.min(Math.round(metric.value * 10_000) / 10_000, webVitalLimit)
  vitals.add({ unit: build.area, build: build.build, name: metric.name, value })
}

/**
 * Measures this page (spec/platform "Web vitals"). Browsers that tell navigations within a page apart measure each screen,
 * the others the load of the page.
 */
export function measure(): void {
  const each = { reportSoftNavs: true }
  onTTFB(report)
  onFCP(report)
  onLCP(report, each)
  onCLS(report, each)
  onINP(report, each)
  vitals.sendWhenLeft()
}
