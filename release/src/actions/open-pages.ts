import { ReleaseError } from '../error/release-error.ts'
import type { UnitStatus } from './status.ts'

/** Number of open pages that run a build, as counted by a site. */
export interface OpenPages {
  readonly unit: string
  readonly build: string
  readonly pages: number
}

/** `adsite_open_pages{unit="ad",build="1.0.0-a"} 3` */
const line = /^adsite_open_pages\{unit="([^"]+)",build="([^"]+)"\} (\d+)$/gmu

/**
 * Reads from a site's metrics how many open pages run which build.
 * @throws ReleaseError
 */
export async function readOpenPages(site: string, token: string | undefined): Promise<OpenPages[]> {
  const what = `The open pages of ${site} were not counted`
  if (!token) {
    const advice = 'Set METRICS_TOKEN to the token of the site, or leave --site away'
    throw new ReleaseError('site_failed', { what, why: 'METRICS_TOKEN is not set', advice })
  }
  const address = new URL('/metrics', site)
  const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(10_000) }).catch(
    (error: unknown) => {
      const why = `${address.href} cannot be reached: ${error instanceof Error ? error.message : String(error)}`
      throw new ReleaseError('site_failed', { what, why, advice: 'Check the address and that the site runs' })
    },
  )
  if (!response.ok) {
    const advice = 'Check that METRICS_TOKEN is set for the site and is the same here'
    throw new ReleaseError('site_failed', { what, why: `${address.href} answered ${response.status}`, advice })
  }
  const found = (await response.text()).matchAll(line)
  return [...found].map(([, unit = '', build = '', pages]) => ({ unit, build, pages: Number(pages) }))
}

/** The status of a unit, with its open pages if a site has counted them. */
export type CountedStatus = UnitStatus & { readonly open?: readonly Omit<OpenPages, 'unit'>[] }

export function withOpenPages(units: readonly UnitStatus[], pages: readonly OpenPages[]): CountedStatus[] {
  const openOf = (unit: string) => pages.filter((one) => one.unit === unit).map(({ build, pages: count }) => ({ build, pages: count }))
  return units.map((unit) => ({ ...unit, open: openOf(unit.unit) }))
}
