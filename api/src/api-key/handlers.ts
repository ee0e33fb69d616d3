import { apiKeyBounds, message, required, type ApiKey, type Text } from '@adsite/contract'
import { and, count, desc, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import { describeEvent } from '../audit/record-event.ts'
import type { Handlers, Session } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { accounts, apiKeys, memberships, users } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { companyOf } from '../requirement/sign-on-requirement.ts'
import { hashOfKey, newKeyText, startOfKey } from './key-text.ts'
import { parseNetwork } from './networks.ts'
import { offeredScopes } from './offered-scopes.ts'

const longestList = 500

const noNetwork = (text: string): Text => ({
  ja: `「${text}」はネットワークではありません。203.0.113.0/24 のように入力してください。`,
  en: `“${text}” is not a network. Enter one like 203.0.113.0/24.`,
})

const notOffered = (scopes: readonly string[]): Text => ({
  ja: `付与できない権限です: ${scopes.join('、')}`,
  en: `These permissions cannot be given: ${scopes.join(', ')}.`,
})

const tooMany: Text = {
  ja: `有効なAPIキーは1つのアカウントにつき${apiKeyBounds.keys}件までです。使っていないキーを失効させてください`,
  en: `You can have ${apiKeyBounds.keys} API keys in an account. Revoke one that is not used.`,
}

/** Networks in their one form; refuses what is none. */
function networksOf(given: readonly string[]): string[] {
  const parsed = given.map((text) => ({ text, network: parseNetwork(text) }))
  const wrong = parsed.flatMap(({ text, network }) => (network === null ? [noNetwork(text)] : []))
  if (wrong.length > 0) throw new RequestError('validation_failed', { errors: { networks: wrong } })
  return [...new Set(parsed.flatMap(({ network }) => network ?? []))]
}

async function readKeys(db: Database, which: SQL | undefined): Promise<ApiKey[]> {
  const rows = await db
    .select({ key: apiKeys, owner: users.name, account_name: accounts.name })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.user_id))
    .innerJoin(accounts, eq(accounts.id, apiKeys.account_id))
    .where(which)
    .orderBy(desc(apiKeys.id))
    .limit(longestList)
  return rows.map(({ key, owner, account_name }) => {
    const { id, name, start, scopes, networks, rate_limit, created_at, expires_at, last_used_at, last_used_address, revoked_at } = key
    return {
      id,
      name,
      start,
      owner,
      account_name,
      scopes,
      networks,
      rate_limit,
      last_used_address,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
      revoked_at: revoked_at?.toISOString() ?? null,
    }
  })
}

/** Revokes a key; the first time is kept, and the audit tells a repetition from it. */
async function revokeKey(db: Database, id: number, whose: SQL | undefined): Promise<void> {
  describeEvent({ target: `api_key ${id}` })
  const meant = and(eq(apiKeys.id, id), whose)
  const named = { name: apiKeys.name, start: apiKeys.start }
  const [revoked] = await db
    .update(apiKeys)
    .set({ revoked_at: sql`now()` })
    .where(and(meant, isNull(apiKeys.revoked_at)))
    .returning(named)
  const [found] = revoked ? [revoked] : await db.select(named).from(apiKeys).where(meant)
  if (!found) throw new RequestError('not_found')
  describeEvent({ detail: `${revoked ? 'revoked' : 'was revoked already:'} ${found.start}… ${found.name}` })
}

/** The caller's own keys; in a session of a provider, those of the accounts of its company. */
function ownKeys({ user, sso }: Session): SQL | undefined {
  const ofCompany = sql`${apiKeys.account_id} in (select ${accounts.id} from ${accounts} where ${accounts.company_id} = ${companyOf(sql`${sso}`)})`
  return and(eq(apiKeys.user_id, user.id), sso === null ? undefined : ofCompany)
}

export const apiKeyHandlers: Handlers['api_key'] = {
  async list({ db, session }) {
    return { data: await readKeys(db, ownKeys(session)) }
  },

  async scopes({ session, locale }) {
    return { data: offeredScopes(session.role, locale) }
  },

  async create({ db, session, locale, body }) {
    const offered = new Set<string>(offeredScopes(session.role, locale).map(({ name }) => name))
    const scopes = [...new Set(body.scopes)]
    const refused = scopes.filter((scope) => !offered.has(scope))
    if (refused.length > 0) throw new RequestError('validation_failed', { errors: { scopes: [notOffered(refused)] } })
    const networks = networksOf(body.networks)
    const { name } = body
    const owner = { user_id: session.user.id, account_id: session.account_id }
    return db.transaction(async (transaction) => {
      // Serialised with other creates, which are counted one after the other, and with who ends the membership, which revokes
      // the keys that are there by then.
      await transaction.select({ id: users.id }).from(users).where(eq(users.id, owner.user_id)).for('no key update')
      const place = and(eq(memberships.user_id, owner.user_id), eq(memberships.account_id, owner.account_id))
      if ((await transaction.$count(memberships, place)) === 0) throw new RequestError('unauthenticated')
      const living = and(isNull(apiKeys.revoked_at), gt(apiKeys.expires_at, sql`now()`))
      const own = and(eq(apiKeys.user_id, owner.user_id), eq(apiKeys.account_id, owner.account_id))
      const [having] = await transaction.select({ count: count() }).from(apiKeys).where(and(own, living))
      if ((having?.count ?? 0) >= apiKeyBounds.keys) throw new RequestError('state_not_allowed', { message: tooMany })
      const [same] = await transaction
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(and(own, living, eq(apiKeys.name, name)))
      if (same) throw new RequestError('validation_failed', { errors: { name: [message('duplicate')] } })
      const key = newKeyText()
      const values = { ...owner, name, scopes, networks, rate_limit: body.rate_limit, key_hash: hashOfKey(key), start: startOfKey(key) }
      const expires_at = sql`now() + make_interval(days => ${body.expires_in_days})`
      const [made] = await transaction
        .insert(apiKeys)
        .values({ ...values, expires_at })
        .returning({ id: apiKeys.id })
      const { id } = required(made, 'the new key')
      describeEvent({ target: `api_key ${id}`, detail: `created ${values.start}… ${name}: ${scopes.join(' ')}` })
      return { data: { id, key } }
    })
  },

  revoke: ({ db, session, id }) => revokeKey(db, id, ownKeys(session)),

  async all({ db }) {
    return { data: await readKeys(db, undefined) }
  },

  revokeAny: ({ db, id }) => revokeKey(db, id, undefined),
}
