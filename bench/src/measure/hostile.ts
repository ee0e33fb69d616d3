import { setTimeout as wait } from 'node:timers/promises'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { endpoints, type Endpoint, required } from '@adsite/contract'
import { demoPassword } from '@adsite/api'
import type { BenchContext } from '../base/bench.ts'
import { openBenchDatabase, type BenchDatabase } from '../base/database.ts'
import { percentiles, type Figure } from '../base/figure.ts'
import { openSession, withSite, type Answer, type BenchSite } from '../base/site.ts'

/** Hostile files of each kind handed in concurrently, repeatedly. */
const atOnce = 4
const seconds = 10
/** Target for all other users in 95 of 100 calls (milliseconds). */
const longest = 300

interface Hostile {
  readonly name: string
  readonly endpoint: Endpoint
  readonly path: string
  readonly type: string
  readonly body: Buffer | string
  /** Sends bytes one at a time, without an end. */
  readonly stalls?: boolean
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** An empty image of 39.7 megapixels in some 40 kB: within the pixel limit, but of no format's size. */
function largePng(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** Finds a user who can edit a creative with a format and without an order, and an announcement that accepts any image. */
async function targets({ pool, parties }: BenchDatabase) {
  const announcement = await pool.query<{ id: number }>(
    `insert into information (type, title, name_norm, body, is_important, target_roles, publish_from) values ('NOTICE', 'bench', 'bench', '', false, '{admin}', now()) returning id`,
  )
  return { announcement: required(announcement.rows[0], 'the announcement that was inserted').id, advertiser: parties.advertiser.accountId }
}

/** 75 million lines in 300 kB. */
const packed = () => gzipSync(Buffer.concat([Buffer.from('day,campaign,imps,gross\n'), Buffer.alloc(300_000_000, 'x,y\n')]))

function files({ announcement, advertiser }: Awaited<ReturnType<typeof targets>>, bomb: Buffer): Hostile[] {
  const company = (name: string, body: string): Hostile => ({
    name,
    body,
    endpoint: endpoints.company.import,
    path: endpoints.company.import.path,
    type: 'text/csv',
  })
  const delivery = `${endpoints.delivery.import.path}?source=hostile&advertiser_account_id=${advertiser}`
  return [
    company('9.9 MB of line ends', '\n'.repeat(9_900_000)),
    company('quotes that are never closed', `name\n"${'a,b\n'.repeat(2_400_000)}`),
    company('one line of 9.9 MB', `name\n${'x'.repeat(9_900_000)}`),
    company('millions of columns', '"",'.repeat(3_000_000)),
    {
      name: 'images of 39.7 megapixels',
      endpoint: endpoints.information.attach,
      type: 'image/png',
      body: largePng(6300),
      path: `${endpoints.information.attach.path.replace('{id}', String(announcement))}?name=x.png`,
    },
    {
      name: 'gzip with 75 million bad lines',
      endpoint: endpoints.delivery.import,
      path: delivery,
      type: 'application/gzip',
      body: bomb,
    },
    {
      name: 'delivery files that stall',
      endpoint: endpoints.delivery.import,
      path: delivery,
      type: 'text/csv',
      body: 'day,',
      stalls: true,
    },
  ]
}

/** Cookies and token for writes, requested as browsers do. */
async function writing(site: BenchSite, cookie: string) {
  const issued = await site.call(endpoints.session.csrf.path, cookie)
  const cookies = [cookie, ...(issued.headers['set-cookie'] ?? []).map((set) => set.split(';', 1).join(''))].filter((one) => one !== '')
  const token = /XSRF-TOKEN=([^;]+)/u.exec(cookies.join(' '))?.[1] ?? ''
  return { cookie: cookies.join('; '), token: decodeURIComponent(token) }
}

interface Other {
  readonly cookie: string
  readonly email: string
}

/** Calls of other users: lists, the dashboard, sign-ins. */
async function others(site: BenchSite, { cookie, email }: Other, until: () => boolean, tally: { failed: number }): Promise<number[]> {
  const guest = await writing(site, '')
  const login = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': guest.token },
    body: JSON.stringify({ email, password: demoPassword }),
  }
  const calls: (() => Promise<Answer>)[] = [
    () => site.call('/api/campaign?limit=20', cookie),
    () => site.call('/api/ad?limit=20', cookie),
    () => site.call(endpoints.dashboard.delivery.path, cookie),
    () => site.call(endpoints.session.login.path, guest.cookie, login),
  ]
  const times: number[] = []
  for (let number = 0; !until(); number += 1) {
    const { status, whole } = await required(calls[number % calls.length], 'a call')()
    times.push(whole)
    if (status >= 500) tally.failed += 1
    await wait(20)
  }
  return times
}

async function during(site: BenchSite, other: Other, hostile: Hostile | undefined, account: string): Promise<Figure[]> {
  const began = performance.now()
  const until = () => performance.now() - began > seconds * 1000
  const tally = { failed: 0 }
  const codes = new Map<number, number>()
  async function attack(): Promise<void> {
    const { cookie: own, token } = await writing(site, account)
    while (hostile && !until()) {
      const headers = { 'Content-Type': hostile.type, 'X-XSRF-TOKEN': token }
      const { status } = await site.call(hostile.path, own, { method: 'POST', headers, body: hostile.body, stalls: hostile.stalls })
      codes.set(status, (codes.get(status) ?? 0) + 1)
      if (status === 429) await wait(1000)
    }
  }
  const attacks = Array.from({ length: hostile?.stalls ? atOnce * 3 : hostile ? atOnce : 0 }, attack)
  const times = (await Promise.all(Array.from({ length: 3 }, () => others(site, other, until, tally)))).flat()
  await Promise.all(attacks)
  const { p50, p95 } = percentiles(times)
  const name = hostile?.name ?? 'the idle site'
  const answers = [...codes].map(([code, count]) => `${count} × ${code}`).join(', ')
  const met = p95 <= longest && tally.failed === 0
  return [
    { name: `${name}: others wait`, unit: 'ms', ours: p50, p95, target: { text: `p95 ≤ ${longest}, none fails`, met } },
    { name: `${name}: longest${answers && ` (${answers})`}`, unit: 'ms', ours: Math.max(...times) },
  ]
}

/** Hands in files that are made to stop the site, and measures how long other users wait meanwhile. */
export async function hostile({ progress }: BenchContext): Promise<Figure[]> {
  // Built in advance, because it takes a while in which connections would time out.
  const bomb = packed()
  return withSite(
    () => openBenchDatabase(),
    async (database, site) => {
      const { admin, advertiser } = database.parties
      const [attacker, cookie] = [await openSession(database, admin), await openSession(database, advertiser)]
      const { rows } = await database.pool.query<{ email: string }>('select email from users where id = $1', [advertiser.userId])
      const other = { cookie, email: required(rows[0], 'the user of the advertiser').email }
      const figures: Figure[] = []
      for (const file of [undefined, ...files(await targets(database), bomb)]) {
        progress(file?.name ?? 'the idle site')
        figures.push(...(await during(site, other, file, attacker)))
      }
      figures.push({ name: 'memory of the server afterwards', unit: 'MB', ours: site.memory() })
      await database.pool.query(
        `delete from information_attachments where information_id in (select id from information where title = 'bench')`,
      )
      await database.pool.query(`delete from information where title = 'bench'`)
      return figures
    },
  )
}
