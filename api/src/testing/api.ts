import { endpoints, type Role } from '@adsite/contract'
import { pino } from 'pino'
import { createApi, type Api } from '../http/api.ts'
import type { ApiSettings } from '../http/settings.ts'
import { TestClient } from './client.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { emailOf, loadFixtures, testPassword, type Fixtures, type Tenant } from './fixtures.ts'

export interface TestApi extends TestDatabase {
  readonly api: Api
  readonly fixtures: Fixtures
  client(address?: string): TestClient
  /** A browser in which the user of that role and tenant has signed in. */
  signIn(role: Role | 'multi', tenant?: Tenant): Promise<TestClient>
  close(): Promise<void>
}

/** The API on a database of its own with the fixtures, for one test file; call `close` in afterAll. */
export async function startTestApi(settings: Partial<ApiSettings> = {}): Promise<TestApi> {
  const database = await createTestDatabase()
  const fixtures = await loadFixtures(database.db)
  const logger = pino({ level: 'silent' })
  const api = await createApi({ db: database.db, settings: { secureCookies: false, trustedProxy: false, ...settings }, logger })
  const client = (address?: string) => new TestClient(api.app, address)
  return {
    ...database,
    api,
    fixtures,
    client,
    async signIn(role, tenant) {
      const browser = client()
      const response = await browser.call(endpoints.session.login, { body: { email: emailOf(role, tenant), password: testPassword } })
      if (response.status !== 200) throw new Error(`Sign-in of ${role} failed: ${await response.text()}`)
      return browser
    },
    async close() {
      api.close()
      await database.drop()
    },
  }
}
