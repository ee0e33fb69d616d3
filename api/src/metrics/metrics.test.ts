import { endpoints, type EndpointBody, type WebVital } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { changedCampaigns, mailJobs, releaseBeacons, releaseIncidents, releaseVitals } from '../db/schema.ts'
import { repeat } from '../app/repeat.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { createMetrics, serveMetrics } from './create-metrics.ts'
import { measureSite } from './measure-site.ts'
import { measureWork } from './measure-work.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const text = () => api.api.metrics.register.metrics()
/** The series of a metric, as Prometheus reads them. */
const seriesOf = async (name: string) =>
  (await text()).split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))

test('requests are counted by route, whatever addresses people type', async () => {
  const admin = await api.signIn('admin')
  for (const id of [97, 98, 99]) await admin.request(`/api/company/${id}`)
  for (const path of ['/api/nothing', '/api/company/one/two', '/api/%00', '/elsewhere']) await admin.request(path)
  const series = await seriesOf('adsite_http_request_duration_seconds_count')
  expect(series.filter((line) => line.includes('/api/company/{id}'))).toEqual([expect.stringMatching(/method="GET".* 3$/u)])
  expect(series.join('\n')).not.toMatch(/nothing|one|elsewhere|company\/\d/u)
})

test('the front of the site has no metrics; their own port has nothing else, and asks for the token if there is one', async () => {
  expect((await api.client().request('/metrics')).status).toBe(404)
  const { metrics } = api.api
  const ask = (token: string | undefined, path = '/metrics', headers = {}) => serveMetrics(metrics, token).request(path, { headers })
  const open = await ask(undefined)
  expect([open.status, open.headers.get('Content-Type'), await open.text()]).toEqual([
    200,
    expect.stringContaining('text/plain'),
    expect.stringContaining('nodejs_eventloop_lag_p99_seconds'),
  ])
  expect((await ask(undefined, '/api/account/me')).status).toBe(404)
  expect((await ask('secret')).status).toBe(401)
  expect((await ask('secret', '/metrics', { Authorization: 'Bearer wrong' })).status).toBe(401)
  expect((await ask('secret', '/metrics', { Authorization: 'Bearer secret' })).status).toBe(200)
})

test('what /readyz says is a metric', async () => {
  expect(await seriesOf('adsite_check')).toEqual(
    expect.arrayContaining(['adsite_check{check="database",state="ok"} 1', 'adsite_check{check="database",state="failed"} 0']),
  )
})

test('the pool and the queue of files are told', async () => {
  expect(await seriesOf('adsite_database_connections')).toContainEqual(expect.stringMatching(/\{state="waiting"\} 0$/u))
  expect(await seriesOf('adsite_jobs')).toEqual([
    'adsite_jobs{lane="quick",state="running"} 0',
    'adsite_jobs{lane="quick",state="waiting"} 0',
    'adsite_jobs{lane="long",state="running"} 0',
    'adsite_jobs{lane="long",state="waiting"} 0',
  ])
})

test('how the builds fare: pages, loads, vitals, incidents', async () => {
  const { release } = endpoints
  const admin = await api.signIn('admin')
  const of = { unit: 'ad', build: '1.0.0-a' }
  const vital = (name: WebVital['name'], value: number): WebVital => ({ ...of, name, value })
  const page: EndpointBody<typeof release.page> = { page: crypto.randomUUID(), shell: '1.0.0-s', area: of }
  expect((await admin.call(release.page, { body: page })).status).toBe(204)
  const beacon = { remote: 'ad', build: '1.0.0-a', canary: false, phase: 'mount' } as const
  await admin.call(release.beacon, {
    body: {
      beacons: [
        { ...beacon, ok: true },
        { ...beacon, ok: true },
        { ...beacon, ok: false },
      ],
    },
  })
  await admin.call(release.vital, { body: { vitals: [vital('LCP', 900), vital('LCP', 1400), vital('LCP', 1200), vital('CLS', 0.1)] } })
  const details = { target: null, comparison: null, why: null, command: null }
  await api.db.insert(releaseIncidents).values({ ...of, outcome: 'shell', since: 1, details })
  const labels = 'unit="ad",build="1.0.0-a"'
  expect(await seriesOf('adsite_open_pages')).toContain(`adsite_open_pages{${labels}} 1`)
  expect(await seriesOf('adsite_page_loads')).toEqual([
    `adsite_page_loads{${labels},outcome="worked"} 2`,
    `adsite_page_loads{${labels},outcome="failed"} 1`,
  ])
  expect((await seriesOf('adsite_web_vital_p75')).toSorted()).toEqual([
    expect.stringMatching(/name="CLS"\} 0\.1/u),
    `adsite_web_vital_p75{${labels},name="LCP"} 1400`,
  ])
  expect(await seriesOf('adsite_release_incidents')).toEqual(['adsite_release_incidents{unit="ad",outcome="shell"} 1'])
  await api.db.update(releaseIncidents).set({ created_at: sql`now() - interval '25 hours'` })
  expect(await seriesOf('adsite_release_incidents')).toEqual([])
})

test('names of builds that somebody made up do not become series without end', async () => {
  const admin = api.fixtures.a.accounts.admin
  const many = Array.from({ length: 500 }, (_, index) => ({ unit: 'ad', build: `9.9.${index}-x`, account_id: admin }))
  const minute = sql<Date>`date_trunc('minute', now())`
  await api.db.insert(releaseBeacons).values(many.map((of) => ({ ...of, minute, canary: false, phase: 'mount', ok: 1, failed: 0 })))
  await api.db.insert(releaseVitals).values(many.map((of) => ({ ...of, minute, name: 'LCP', values: [1] })))
  expect(await seriesOf('adsite_page_loads')).toHaveLength(300)
  expect(await seriesOf('adsite_web_vital_p75')).toHaveLength(300)
  // What people really run comes first.
  expect((await seriesOf('adsite_page_loads'))[0]).toContain('build="1.0.0-a"')
})

test('queues: messages, statuses to settle, delivery', async () => {
  await api.housekeeping.close()
  expect(await seriesOf('adsite_messages_oldest_seconds')).toEqual(['adsite_messages_oldest_seconds 0'])
  const ages = ['5 minutes', '1 hour', '20 minutes'].map((age) => ({ created_at: sql`now() - ${age}::interval` }))
  await api.db.insert(mailJobs).values(ages.map((age) => ({ kind: 'password_reset' as const, recipient: 'x@test.example', ...age })))
  expect(await seriesOf('adsite_messages_waiting')).toContain('adsite_messages_waiting{kind="password_reset"} 3')
  const [oldest = ''] = await seriesOf('adsite_messages_oldest_seconds')
  expect(Number(oldest.split(' ')[1])).toBeGreaterThanOrEqual(3600)
  await api.db.delete(changedCampaigns)
  await api.db.insert(changedCampaigns).values([1, 2].map((campaign_id) => ({ advertiser_account_id: 1, campaign_id })))
  expect(await seriesOf('adsite_changed_campaigns')).toEqual(['adsite_changed_campaigns 2'])
  await api.pool.query('truncate delivery_daily')
  expect(await seriesOf('adsite_delivery_days_behind')).toEqual([])
  const line = `insert into delivery_daily (day, slice) values ((now() at time zone 'Asia/Tokyo')::date - 3, 0), (current_date - 9, 0)`
  await api.pool.query(line)
  const file = `insert into delivery_files (source, file_hash, rows_read, rows_taken, rows_refused, rows_odd, imps, clicks, conversions, size, gross, refused, taken_at, status)
    select 'x', n, 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]', now() - make_interval(hours => n), case n when 1 then 'REFUSED' when 5 then 'PARTLY' else 'TAKEN' end from unnest(array[9, 5, 1]) as n`
  await api.pool.query(file)
  expect(await seriesOf('adsite_delivery_days_behind')).toEqual(['adsite_delivery_days_behind 3'])
  const [age = ''] = await seriesOf('adsite_delivery_file_age_seconds')
  expect(Math.floor(Number(age.split(' ')[1]) / 3600)).toBe(5)
})

test('without the database the process still tells of itself, and not of the site', async () => {
  const { db, pool } = connect('postgres://nobody@127.0.0.1:1/nothing')
  const metrics = createMetrics()
  measureSite(db, metrics.register)
  const told = await metrics.register.metrics()
  await pool.end()
  expect(told).toContain('process_resident_memory_bytes')
  expect(told).not.toMatch(/^adsite_(?!check)/mu)
})

test('repeated work is counted, with its failures, and goes on after one', async () => {
  const metrics = createMetrics()
  const lines: string[] = []
  const results = [() => Promise.reject(new Error('no luck')), () => Promise.resolve('failed' as const), () => Promise.resolve()]
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const end = repeat(
    { name: 'counting', seconds: 0.001, run: () => (results.shift() ?? (() => Promise.resolve()))() },
    logger,
    measureWork(metrics.register),
  )
  await expect.poll(() => results.length).toBe(0)
  await end()
  const told = await metrics.register.metrics()
  expect(told).toContain('adsite_work_total{work="counting",outcome="failed"} 2')
  expect(told).toMatch(/adsite_work_total\{work="counting",outcome="done"\} [1-9]/u)
  expect(told).toContain('adsite_work_period_seconds{work="counting"} 0.001')
  expect(lines.join('')).toContain('no luck')
})
