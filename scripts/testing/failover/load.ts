import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { emailOf, type Fixtures } from '@adsite/api/testing'
import { endpoints } from '@adsite/contract'
import type { SiteMachine } from './cluster.ts'
import { Browser } from './browser.ts'
import type { CallRecord } from './calls.ts'

const { campaign, delivery, password } = endpoints
/** Number of callers of each kind, and their pause between calls (milliseconds): short enough to observe every second, long enough for any machine. */
const callers = { write: 4, read: 4, file: 1, mail: 1 } as const
const pause = { write: 200, read: 200, file: 2000, mail: 3000, again: 500 } as const
/** Users who request password mails. The site sends each of them at most five an hour. */
const readers = (['advertiser', 'agency', 'rep', 'ptd', 'pg'] as const).flatMap((role) => [emailOf(role, 'a'), emailOf(role, 'b')])
const mailsEach = 4

/** What the site has acknowledged, to be verified afterwards. */
export interface Acknowledged {
  /** Names of campaigns. */
  readonly campaigns: Set<string>
  /** Impressions of delivery files, by campaign; each campaign is in one file only. */
  readonly files: Map<string, number>
  /** Requests for mails by address. */
  readonly mails: Map<string, number>
  /** Acknowledged campaigns that their author could not find afterwards. */
  readonly missed: string[]
}

export const writes = 'write'

/** API callers with their own sessions, half of them on each machine. Each makes one call after the other. */
export class Load {
  readonly calls: CallRecord[] = []
  readonly acknowledged: Acknowledged = { campaigns: new Set(), files: new Map(), mails: new Map(), missed: [] }
  readonly #sites: readonly SiteMachine[]
  readonly #fixtures: Fixtures
  #going = true
  #done: Promise<unknown> = Promise.resolve()
  #made = 0

  constructor(sites: readonly SiteMachine[], fixtures: Fixtures) {
    this.#sites = sites
    this.#fixtures = fixtures
  }

  /** Signs everybody in, one after the other, and lets them call. */
  async start(): Promise<void> {
    const works = { write: this.#write, read: this.#read, file: this.#file, mail: this.#mail }
    const started: [Browser, (browser: Browser) => Promise<void>, number][] = []
    for (const kind of ['write', 'read', 'file', 'mail'] as const) {
      for (let number = 0; number < callers[kind]; number += 1) {
        const browser = this.#browser()
        await browser.signIn(emailOf('admin'))
        started.push([browser, works[kind].bind(this), pause[kind]])
      }
    }
    this.#done = Promise.all(
      started.map(async ([browser, work, between]) => {
        while (this.#going) {
          await work(browser)
          await wait(between)
        }
      }),
    )
  }

  /** Waits until every caller has finished its current call. */
  async end(): Promise<void> {
    this.#going = false
    await this.#done
  }

  /** Each browser has its own address, so that the site does not mistake them for one client guessing passwords. */
  #browser(): Browser {
    this.#made += 1
    const { urls } = this.#sites[this.#made % this.#sites.length] ?? { urls: [] }
    return new Browser(urls[0] ?? '', `10.${this.#made >> 8}.${this.#made & 255}.1`, this.calls)
  }

  /** Creates a campaign, retrying with the same key until it is acknowledged, and then reads it. */
  async #write(browser: Browser): Promise<void> {
    const key = randomUUID()
    const body = {
      name: `failover ${key}`,
      goal: 'AWARENESS',
      advertiser_account_id: this.#fixtures.a.accounts.advertiser,
      start_at: '2027-01-01T00:00:00Z',
      end_at: '2027-01-31T00:00:00Z',
      lifetime_budget: '100000',
    }
    for (;;) {
      const { isFine, text } = await browser.call(writes, campaign.create, { body, headers: { 'Idempotency-Key': key } })
      if (isFine) {
        this.acknowledged.campaigns.add(body.name)
        const { data }: { data: { id: number } } = JSON.parse(text)
        const found = await browser.call('read own', campaign.get, { params: { id: data.id } })
        if (found.status === 404 || (found.isFine && !found.text.includes(body.name))) this.acknowledged.missed.push(body.name)
        return
      }
      await wait(pause.again)
    }
  }

  async #read(browser: Browser): Promise<void> {
    await browser.call('read', campaign.list, { query: { limit: '20' } })
  }

  /** Imports a file with one campaign, retrying until it is accepted. */
  async #file(browser: Browser): Promise<void> {
    const name = `file ${randomUUID()}`
    const imps = 1 + (this.acknowledged.files.size % 97)
    const query = { source: 'failover', advertiser_account_id: String(this.#fixtures.b.accounts.advertiser), create_missing: 'true' }
    const sent = { query, body: `day,campaign,imps,gross\n2026-03-05,${name},${imps},1\n`, headers: { 'Content-Type': 'text/csv' } }
    while (!(await browser.call('file', delivery.import, sent)).isFine) await wait(pause.again)
    this.acknowledged.files.set(name, imps)
  }

  /** Requests a password mail, from a different address each time, as different users would. */
  async #mail(): Promise<void> {
    const { mails } = this.acknowledged
    const email = readers.toSorted((a, b) => (mails.get(a) ?? 0) - (mails.get(b) ?? 0))[0] ?? ''
    if ((mails.get(email) ?? 0) >= mailsEach) return
    const browser = this.#browser()
    await browser.call('token', endpoints.session.csrf)
    if ((await browser.call('mail', password.forgot, { body: { email } })).isFine) mails.set(email, (mails.get(email) ?? 0) + 1)
  }
}
