import { roleOfCode } from '@adsite/contract'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Session } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { accounts, apiKeys, memberships, users } from '../db/schema.ts'
import type { CallerKey } from '../db/scope.ts'
import { hashOfKey, isKeyText } from './key-text.ts'
import { isAllowedFrom } from './networks.ts'

export interface KeySession extends Session {
  readonly key: CallerKey
}

interface Found {
  readonly session: KeySession
  /** Calls per minute. */
  readonly limit: number
}

/** A key that is not accepted; callers all get the same answer, and the audit the reason. */
interface Refused {
  readonly refused: string
  /** Whose key it is; null if it is nobody's. */
  readonly owner: { readonly user_id: number; readonly account_id: number; readonly target: string; readonly key: CallerKey } | null
}

const isStale = sql<boolean>`${apiKeys.last_used_at} is null or ${apiKeys.last_used_at} < now() - interval '1 minute'`

/** A prepared statement, as that of sessions. Reads what is refused too, so that every known key costs the same. */
const keyStatement = (db: Database) =>
  db
    .select({
      id: apiKeys.id,
      key_name: apiKeys.name,
      start: apiKeys.start,
      scopes: apiKeys.scopes,
      networks: apiKeys.networks,
      limit: apiKeys.rate_limit,
      revoked: sql<boolean>`${apiKeys.revoked_at} is not null`,
      expired: sql<boolean>`${apiKeys.expires_at} <= now()`,
      stale: isStale,
      user_id: apiKeys.user_id,
      account_id: apiKeys.account_id,
      name: users.name,
      email: users.email,
      locale: users.locale,
      account: accounts.id,
      role: memberships.role,
    })
    .from(apiKeys)
    .leftJoin(users, and(eq(users.id, apiKeys.user_id), eq(users.status, 'ACTIVE'), isNull(users.deleted_at)))
    .leftJoin(memberships, and(eq(memberships.user_id, apiKeys.user_id), eq(memberships.account_id, apiKeys.account_id)))
    .leftJoin(accounts, and(eq(accounts.id, apiKeys.account_id), isNull(accounts.deleted_at)))
    .where(eq(apiKeys.key_hash, sql.placeholder('hash')))
    .prepare('api_key')

const keyStatements = new WeakMap<Database, ReturnType<typeof keyStatement>>()

type Row = Awaited<ReturnType<ReturnType<typeof keyStatement>['execute']>>[number]

/** Why the key is not accepted from this address; null if it is. */
function reasonAgainst({ revoked, expired, networks, email, account, role }: Row, address: string): string | null {
  if (revoked) return 'revoked'
  if (expired) return 'expired'
  if (email === null || account === null || role === null || roleOfCode(role) === null) return 'owner'
  return isAllowedFrom(address, networks) ? null : 'network'
}

/**
 * What a key stands for: its owner, in its account, with the role that they have there now, so that a suspension, a lost
 * membership or a changed role takes effect at once.
 */
export async function readKeySession(db: Database, key: string, address: string): Promise<Found | Refused> {
  if (!isKeyText(key)) return { refused: 'malformed', owner: null }
  const statement = keyStatements.get(db) ?? keyStatement(db)
  keyStatements.set(db, statement)
  const [row] = await statement.execute({ hash: hashOfKey(key) })
  if (!row) return { refused: 'unknown', owner: null }
  const { id, key_name, start, scopes, user_id, account_id, name, email, locale, limit } = row
  const known: CallerKey = { id, name: key_name, start, scopes }
  const refused = reasonAgainst(row, address)
  const role = row.role === null ? null : roleOfCode(row.role)
  if (refused !== null || role === null || name === null || email === null || locale === null)
    return { refused: refused ?? 'owner', owner: { user_id, account_id, target: `api_key ${id}`, key: known } }
  // At most once a minute, so that reads seldom cause writes.
  if (row.stale) {
    const used = { last_used_at: sql`now()`, last_used_address: address }
    await db
      .update(apiKeys)
      .set(used)
      .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.last_used_at), lt(apiKeys.last_used_at, sql`now() - interval '1 minute'`))))
  }
  return {
    session: {
      user: { id: user_id, name, email, locale },
      account_id,
      role,
      fresh: false,
      step: null,
      sso: null,
      elsewhere: false,
      key: known,
      viewing: null,
    },
    limit,
  }
}
