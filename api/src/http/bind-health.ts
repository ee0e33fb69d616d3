import type { Hono } from 'hono'

/**
 * Checks a part that this instance needs. Rejects if it does not work; resolves to what is wrong by name if the
 * part works in a degraded way, which keeps the instance in service.
 */
export type ReadinessCheck = () => Promise<Readonly<Record<string, string>> | void>

/** A check that takes longer has failed (milliseconds). */
const timeLimit = 3_000

/** How a check went. */
export type CheckResult = 'ok' | 'failed' | { readonly degraded: Readonly<Record<string, string>> }

async function resultOf(check: ReadinessCheck): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'failed'>((resolve) => {
    timer = setTimeout(resolve, timeLimit, 'failed')
  })
  const result = check().then(
    (degraded): CheckResult => (degraded && Object.keys(degraded).length > 0 ? { degraded } : 'ok'),
    (): CheckResult => 'failed',
  )
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}

/** Asks all checks at once. */
export function resultsOf(checks: Readonly<Record<string, ReadinessCheck>>): Promise<(readonly [name: string, result: CheckResult])[]> {
  return Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await resultOf(check)] as const))
}

/**
 * /healthz answers while the process runs. /readyz tells whether it can do its work: 503 names what fails, and is also
 * sent while shutting down (SIGTERM); 200 `degraded` names what works only partly.
 */
export function bindHealth(app: Hono, checks: Readonly<Record<string, ReadinessCheck>>, isEnding: () => boolean): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (c) => {
    const results = await resultsOf(checks)
    const ready = !isEnding() && results.every(([, result]) => result !== 'failed')
    const status = isEnding() ? 'ending' : results.every(([, result]) => result === 'ok') ? 'ok' : 'degraded'
    return c.json({ status, checks: Object.fromEntries(results) }, ready ? 200 : 503, { 'Cache-Control': 'no-store' })
  })
}
