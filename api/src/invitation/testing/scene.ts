import { endpoints, type Locale, type Role } from '@adsite/contract'
import { asc, eq } from 'drizzle-orm'
import { memberships, users } from '../../db/schema.ts'
import { startTestApi, type TestLog } from '../../testing/api.ts'
import { startTestSmtp, tokenOf } from '../../testing/smtp.ts'

const { list, invite, check, accept, register } = endpoints.invitation

export const goodPassword = 'three small boats at noon'

export const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

/** Starts an API with a mail server of its own and an administrator who invites; provides what recipients do with their mails. */
export async function startInvitationScene() {
  const smtp = await startTestSmtp()
  /** Every log line, at the lowest level. */
  const logged: string[] = []
  const log: TestLog = { level: 'trace', write: (line) => void logged.push(line) }
  const api = await startTestApi({ SMTP_URL: smtp.url, MAIL_FROM: 'noreply@ads.test', messageSeconds: 0.1, log })
  const admin = await api.signIn('admin')
  let addresses = 0

  async function inviteTo(account_id: number, email: string, locale: Locale = 'ja', by = admin): Promise<number> {
    const response = await by.call(invite, { body: { email, account_id, locale } })
    if (response.status !== 201) throw new Error(await response.text())
    return ((await response.json()) as { data: { id: number } }).data.id
  }
  const registration = (token: string) => ({
    token,
    name: ' 新人 一郎 ',
    name_kana: 'シンジン イチロウ',
    password: goodPassword,
    password_confirmation: goodPassword,
  })

  return {
    smtp,
    api,
    admin,
    logged,
    inviteTo,
    registration,
    newAddress: () => `invited-${++addresses}@new.example`,
    account: (role: Role) => api.fixtures.a.accounts[role],
    /** Invites, and returns the token from the `count`th mail to that address. */
    async invitedToken(account_id: number, email: string, count = 1) {
      const id = await inviteTo(account_id, email)
      return { id, token: tokenOf(await smtp.mailTo(email, count)) }
    },
    ask: (endpoint: typeof check | typeof accept, token: string, address?: string) =>
      api.client(address).call(endpoint, { body: { token } }),
    enrol: (token: string, address?: string) => api.client(address).call(register, { body: registration(token) }),
    async userOf(email: string) {
      return (await api.db.select().from(users).where(eq(users.email, email)))[0]
    },
    membershipsOf: (userId: number) =>
      api.db
        .select({ account_id: memberships.account_id, role: memberships.role, is_default: memberships.is_default })
        .from(memberships)
        .where(eq(memberships.user_id, userId))
        .orderBy(asc(memberships.created_at)),
    async statusesOf(account_id: number, email: string) {
      const { data } = (await (await admin.call(list, { query: { account_id } })).json()) as { data: { email: string; status: string }[] }
      return data.filter((row) => row.email === email).map(({ status }) => status)
    },
    async close() {
      await api.close()
      await smtp.close()
    },
  }
}

export type InvitationScene = Awaited<ReturnType<typeof startInvitationScene>>
