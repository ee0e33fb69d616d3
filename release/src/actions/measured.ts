import { askSite } from '../error/ask-site.ts'
import { ReleaseError } from '../error/release-error.ts'
import type { UnitStatus } from './status.ts'

/** Number of open pages that run a build, as counted by a site. */
export interface OpenPages {
  readonly unit: string
  readonly build: string
  readonly pages: number
}

/** 75th percentile of a web vital of a build in the last hour: milliseconds, or a score for CLS. */
export interface Vital {
  readonly unit: string
  readonly build: string
  readonly name: string
  readonly p75: number
}

/** What a site knows of the builds that run. */
export interface Measured {
  readonly open: readonly OpenPages[]
  readonly vitals: readonly Vital[]
}

/** `adsite_open_pages{unit="ad",build="1.0.0-a"} 3` */
const openPages = /^adsite_open_pages\{unit="([^"]+)",build="([^"]+)"\} (\d+)$/gmu
/** `adsite_web_vital_p75{unit="ad",build="1.0.0-a",name="LCP"} 1240.5` */
const vitals = /^adsite_web_vital_p75\{unit="([^"]+)",build="([^"]+)",name="([^"]+)"\} ([\d.e+-]+)$/gmu
/** It is there as long as figures of the whole site are, whether or not a page is open. */
const ofSite = '# TYPE adsite_open_pages '

/**
 * Reads from the metrics of a site's worker, as in http://10.0.0.13:9464, which builds run and how fast they are.
 * @throws ReleaseError
 */
export async function readMeasured(site: string, token: string | undefined): Promise<Measured> {
  const address = new URL('/metrics', site)
  const what = `The metrics of ${site} were not read`
  const failed = (why: string, advice: string) => new ReleaseError('site_failed', { what, why, advice })
  const headers = new Headers(token ? { Authorization: `Bearer ${token}` } : {})
  const advice = 'Give the address of METRICS_PORT of the worker, and check that it runs and can be reached from here'
  const response = await askSite(address, { what, advice, headers, signal: AbortSignal.timeout(10_000) })
  if (response.status === 401) {
    throw failed(token ? 'METRICS_TOKEN is wrong' : 'METRICS_TOKEN is not set', 'Set METRICS_TOKEN to the token of the site')
  }
  if (!response.ok) throw failed(`${address.href} answered ${response.status}`, 'Give the address of METRICS_PORT, not that of the site')
  const text = await response.text()
  if (!text.includes(ofSite)) throw failed('that process knows only itself', 'Give the address of METRICS_PORT of the worker')
  return {
    open: [...text.matchAll(openPages)].map(([, unit = '', build = '', pages]) => ({ unit, build, pages: Number(pages) })),
    vitals: [...text.matchAll(vitals)].map(([, unit = '', build = '', name = '', p75]) => ({ unit, build, name, p75: Number(p75) })),
  }
}

/** The status of a unit, with what a site knows of its builds if one was asked. */
export type MeasuredStatus = UnitStatus & {
  readonly open?: readonly Omit<OpenPages, 'unit'>[]
  readonly vitals?: readonly Omit<Vital, 'unit'>[]
}

function ofUnit<T extends { readonly unit: string }>(unit: string, all: readonly T[]): Omit<T, 'unit'>[] {
  return all.flatMap(({ unit: of, ...rest }) => (of === unit ? [rest] : []))
}

export function withMeasured(units: readonly UnitStatus[], { open, vitals: measured }: Measured): MeasuredStatus[] {
  return units.map((unit) => ({ ...unit, open: ofUnit(unit.unit, open), vitals: ofUnit(unit.unit, measured) }))
}
