import type { Hono } from 'hono'
import { sql } from 'drizzle-orm'
import type { RootDatabase } from '../db/connect.ts'

/** A part that must work for this instance to be useful; rejects when it does not. */
export type ReadinessCheck = () => Promise<unknown>

/** A check that says nothing for this long has failed. */
const timeLimit = 3_000

async function passes(check: ReadinessCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeLimit, false)
  })
  const passed = check().then(
    () => true,
    () => false,
  )
  return Promise.race([passed, late]).finally(() => clearTimeout(timer))
}

/** /healthz: the process answers. /readyz: it can do its work; 503 names what cannot, also while ending (SIGTERM). */
export function bindHealth(app: Hono, db: RootDatabase, checks: Readonly<Record<string, ReadinessCheck>>, isEnding: () => boolean): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (c) => {
    const all: [string, ReadinessCheck][] = [['database', () => db.execute(sql`select 1`)], ...Object.entries(checks)]
    const results = await Promise.all(all.map(async ([name, check]) => [name, (await passes(check)) ? 'ok' : 'failed'] as const))
    const ready = !isEnding() && results.every(([, result]) => result === 'ok')
    const status = isEnding() ? 'ending' : ready ? 'ok' : 'degraded'
    return c.json({ status, checks: Object.fromEntries(results) }, ready ? 200 : 503, { 'Cache-Control': 'no-store' })
  })
}
