import { buildName, failureStack, isObject, shellUnit, unitName, type FailureFrame } from '@adsite/contract'
import * as v from 'valibot'

/** What a page's policy has blocked, without addresses and data. */
export interface Violation {
  readonly unit: string
  /** Empty if the browser did not name a file of a build. */
  readonly build: string
  /** The place that caused it; null if unknown. */
  readonly frame: FailureFrame | null
  readonly directive: string
  readonly blocked: string
  /** First segment of the page's address: the area, or empty for the dashboard. */
  readonly area: string
}

/** The members of a report that are read, in the names of the Reporting API; `application/csp-report` has others. */
interface Report {
  readonly documentURL: unknown
  readonly blockedURL: unknown
  readonly effectiveDirective: unknown
  readonly sourceFile: unknown
  readonly lineNumber: unknown
  readonly columnNumber: unknown
}

const legacyName = {
  documentURL: 'document-uri',
  blockedURL: 'blocked-uri',
  effectiveDirective: 'effective-directive',
  sourceFile: 'source-file',
  lineNumber: 'line-number',
  columnNumber: 'column-number',
} as const satisfies Record<keyof Report, string>

/** Most reports of one call that are read. Browsers send a page's reports together. */
const reportsPerCall = 50

/** The reports in a body: a list of the Reporting API, of which others are left out, or the one of `report-uri`. */
function reportsIn(body: unknown): Report[] {
  if (Array.isArray(body)) {
    const found = body.flatMap((one: unknown) =>
      isObject(one) && one['type'] === 'csp-violation' && isObject(one['body']) ? [one['body']] : [],
    )
    return found.slice(0, reportsPerCall).map((report) => readMembers((name) => report[name]))
  }
  const report = isObject(body) ? body['csp-report'] : undefined
  return isObject(report) ? [readMembers((name) => report[legacyName[name]])] : []
}

const readMembers = (member: (name: keyof Report) => unknown): Report => ({
  documentURL: member('documentURL'),
  blockedURL: member('blockedURL'),
  effectiveDirective: member('effectiveDirective'),
  sourceFile: member('sourceFile'),
  lineNumber: member('lineNumber'),
  columnNumber: member('columnNumber'),
})

const urlOf = (value: unknown) => (typeof value === 'string' ? URL.parse(value) : null)
const isExtension = (value: unknown) => /-extension:?$/u.test(urlOf(value)?.protocol ?? String(value))

/** `inline` and other keywords as they are; the origin of an address, or its scheme where it has none (`data:`). */
function withoutAddress(blocked: unknown): string {
  if (typeof blocked === 'string' && /^[a-z-]{1,30}$/u.test(blocked)) return blocked
  const url = urlOf(blocked)
  const origin = url?.origin === 'null' ? url.protocol : url?.origin
  return origin?.slice(0, 300) ?? ''
}

/** The build whose file caused the violation, with the place in it. */
function sourceOf(
  { sourceFile, lineNumber, columnNumber }: Report,
  origins: readonly string[],
): Pick<Violation, 'unit' | 'build' | 'frame'> {
  const url = urlOf(sourceFile)
  const path = url && origins.includes(url.origin) ? url.pathname : ''
  const [, unit = '', build = '', file = ''] = /^\/r\/([^/]+)\/([^/]+)\/(.+)$/u.exec(path) ?? []
  if (!unitName.test(unit) || !buildName.test(build)) return { unit: shellUnit, build: '', frame: null }
  const at = (position: unknown) => (typeof position === 'number' ? Math.min(Math.max(position, 1), 1_000_000_000) : 1)
  const stack = v.safeParse(failureStack, [{ unit, build, file, line: at(lineNumber), column: at(columnNumber) }])
  return { unit, build, frame: stack.success ? (stack.output[0] ?? null) : null }
}

/**
 * Reads what browsers send to the `report-uri` or the endpoint of `report-to` of a page. Reports on pages of other sites are
 * left out, and those that an extension of the browser has caused.
 */
export function readCspReports(body: unknown, origins: readonly string[]): Violation[] {
  return reportsIn(body).flatMap((report): Violation[] => {
    const page = urlOf(report.documentURL)
    const directive = report.effectiveDirective
    if (!page || !origins.includes(page.origin) || typeof directive !== 'string' || !/^[a-z-]{1,40}$/u.test(directive)) return []
    if (isExtension(report.sourceFile) || isExtension(report.blockedURL)) return []
    const segment = page.pathname.split('/')[1] ?? ''
    const area = unitName.test(segment) ? segment : ''
    return [{ ...sourceOf(report, origins), directive, blocked: withoutAddress(report.blockedURL), area }]
  })
}
