import { setTimeout as wait } from 'node:timers/promises'
import { TestClient } from '@adsite/api/testing'
import { demoPassword } from '@adsite/api'
import { endpoints, required } from '@adsite/contract'
import type { Hono } from 'hono'

const { campaign, company, delivery, report, saved_view: savedView, session } = endpoints

/** Pause between two calls of one user (milliseconds). */
const pause = 30

/** What was acknowledged, to be verified at the end. */
export interface Acknowledged {
  /** Names by id. */
  readonly campaigns: Map<number, string>
  /** Whether each exists, by id. */
  readonly views: Map<number, boolean>
  readonly companies: Set<string>
  /** Impressions of the delivery files. */
  imps: number
  files: number
}

interface User {
  readonly kind: string
  /** Makes one or several calls; returns their number. */
  act(turn: number): Promise<void>
}

/** Users who sign in once and work until they are stopped. Every unexpected response is a failure. */
export class Load {
  readonly calls: Record<string, number> = {}
  readonly failed: string[] = []
  readonly acknowledged: Acknowledged = { campaigns: new Map(), views: new Map(), companies: new Set(), imps: 0, files: 0 }
  readonly #app: Hono
  #stopping = false
  #working: Promise<void>[] = []
  #kinds: readonly string[] = []

  constructor(app: Hono) {
    this.#app = app
  }

  async #signIn(email: string): Promise<TestClient> {
    const client = new TestClient(this.#app)
    const { status } = await client.call(session.login, { body: { email, password: demoPassword } })
    if (status !== 200) throw new Error(`${email} cannot sign in: ${status}`)
    return client
  }

  /** Makes a call of a kind; returns the response's data, or undefined if it failed. */
  async #call<T>(kind: string, expected: number, call: () => Promise<Response>): Promise<T | undefined> {
    try {
      const response = await call()
      const body = await response.text()
      if (response.status !== expected) throw new Error(`${response.status} ${body.slice(0, 300)}`)
      this.calls[kind] = (this.calls[kind] ?? 0) + 1
      const parsed: { data: T } = JSON.parse(body || '{}')
      return parsed.data
    } catch (error) {
      this.failed.push(`${new Date().toISOString()} ${kind}: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }

  /** Signs all users in and starts the load. */
  async start(): Promise<void> {
    const [admin, advertiser, publisher] = await Promise.all(
      ['admin', 'advertiser', 'pg'].map((role) => this.#signIn(`${role}@demo.example`)),
    )
    if (!admin || !advertiser || !publisher) throw new Error('somebody is not signed in')
    const known = await this.#call<{ id: number; name: string; advertiser_account_id: number }[]>('list', 200, () =>
      admin.call(campaign.list, { query: { limit: 20 } }),
    )
    const own = required(known?.[0], `a campaign of the demo data: ${this.failed.join()}`)
    const users: User[] = [
      {
        kind: 'list',
        act: async () => void (await this.#call('list', 200, () => advertiser.call(campaign.list, { query: { limit: 20 } }))),
      },
      { kind: 'report', act: async () => void (await this.#call('report', 200, () => admin.call(report.demand, { query: lastYear }))) },
      { kind: 'session', act: async () => void (await this.#call('session', 200, () => publisher.call(session.me))) },
      { kind: 'campaign', act: (turn) => this.#keepCampaign(admin, own.advertiser_account_id, turn) },
      { kind: 'view', act: (turn) => this.#keepView(advertiser, turn) },
      { kind: 'import', act: (turn) => this.#importCompanies(admin, turn) },
      { kind: 'delivery', act: (turn) => this.#deliver(admin, own, turn) },
    ]
    this.#kinds = users.map(({ kind }) => kind)
    this.#working = users.map(async ({ act }) => {
      for (let turn = 1; !this.#stopping; turn += 1) {
        await act(turn)
        await wait(pause)
      }
    })
  }

  /** Creates a campaign, reads it and changes it. */
  async #keepCampaign(client: TestClient, advertiser: number, turn: number): Promise<void> {
    const name = `更新 ${turn}`
    const body = {
      name,
      advertiser_account_id: advertiser,
      goal: 'CONVERSION',
      start_at: '2026-04-01T00:00:00.000Z',
      end_at: '2099-05-01T00:00:00.000Z',
      lifetime_budget: '500000',
    }
    const made = await this.#call<{ id: number }>('campaign', 201, () =>
      client.call(campaign.create, { body, headers: { 'Idempotency-Key': `upgrade-${turn}` } }),
    )
    if (!made) return
    this.acknowledged.campaigns.set(made.id, name)
    const params = { id: made.id }
    const kept = await this.#call<{ version: number; name: string }>('campaign', 200, () => client.call(campaign.get, { params }))
    if (!kept) return
    if (kept.name !== name) this.failed.push(`campaign ${made.id} is read as ${kept.name}, it was written as ${name}`)
    const changed = { name: `${name} 済`, version: kept.version }
    const answered = this.calls['campaign']
    await this.#call('campaign', 204, () => client.call(campaign.update, { params, body: changed }))
    if (this.calls['campaign'] !== answered) this.acknowledged.campaigns.set(made.id, changed.name)
  }

  /** Saves a view and deletes it, because a user may have at most fifty. */
  async #keepView(client: TestClient, turn: number): Promise<void> {
    const body = { resource: 'ad', name: `表示 ${turn}`, query: 'sort=name' }
    const made = await this.#call<{ id: number }>('view', 201, () => client.call(savedView.create, { body }))
    if (!made) return
    this.acknowledged.views.set(made.id, true)
    const answered = this.calls['view']
    await this.#call('view', 204, () => client.call(savedView.delete, { params: { id: made.id } }))
    if (this.calls['view'] !== answered) this.acknowledged.views.set(made.id, false)
  }

  async #importCompanies(client: TestClient, turn: number): Promise<void> {
    const names = [1, 2, 3].map((line) => `取込 ${turn} ${line}`)
    const head = '企業名,法人格,郵便番号,都道府県,市区町村,町名・番地,電話番号,支払方法,与信枠'
    const lines = names.map((name) => `${name},株式会社,150-0001,東京都,渋谷区,神宮前1-1,03-1234-5678,請求書払い,10000`)
    const done = await this.#call<{ create: number }>('import', 200, () =>
      client.call(company.import, {
        query: { commit: 'true' },
        body: [head, ...lines].join('\r\n'),
        headers: { 'Content-Type': 'text/csv' },
      }),
    )
    if (!done) return
    if (done.create !== names.length) this.failed.push(`import ${turn}: ${JSON.stringify(done)}`)
    for (const name of names) this.acknowledged.companies.add(name)
  }

  async #deliver(
    client: TestClient,
    { name, advertiser_account_id }: { name: string; advertiser_account_id: number },
    turn: number,
  ): Promise<void> {
    const days = Array.from({ length: 20 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`)
    const lines = days.map((day) => `${day},${name},${turn},1,${turn}.5,1`)
    const query = { source: deliverySource, advertiser_account_id: String(advertiser_account_id) }
    const done = await this.#call<{ rows_taken: number }>('delivery', 201, () =>
      client.call(delivery.import, {
        query,
        body: ['day,campaign,imps,clicks,gross,media_cost', ...lines, ''].join('\n'),
        headers: { 'Content-Type': 'text/csv' },
      }),
    )
    if (!done) return
    if (done.rows_taken !== days.length) this.failed.push(`delivery ${turn}: ${JSON.stringify(done)}`)
    this.acknowledged.imps += turn * days.length
    this.acknowledged.files += 1
  }

  /** Waits until every user has made this many more calls. A state counts as tested by the number of calls, not by time. */
  async further(count: number): Promise<void> {
    const before = { ...this.calls }
    const isDone = (kind: string) => (this.calls[kind] ?? 0) >= (before[kind] ?? 0) + count
    while (this.failed.length === 0 && !this.#kinds.every(isDone)) await wait(100)
  }

  /** Lets all users finish their current call. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#working)
  }
}

/** The source of the delivery files. */
export const deliverySource = 'upgrade-test'
const lastYear = { from: '2026-01-01', to: '2026-12-31', group_by: 'day' }
