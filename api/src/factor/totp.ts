import { siteName } from '@adsite/contract'
import { and, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '../db/connect.ts'
import { userFactors } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { isSealedByFormer, seal, unseal } from './seal.ts'

const seconds = 30
/** Codes of the step before and after are taken too, for clocks that are off. */
const drift = 1

const ownerOf = (userId: number) => `user ${userId}`

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: siteName.en, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: seconds })

/** The step of the code; null for a wrong one. */
function stepOf(secret: string, code: string): number | null {
  const delta = totpOf(secret, '').validate({ token: code, window: drift })
  return delta === null ? null : Math.floor(Date.now() / 1000 / seconds) + delta
}

const keyless = {
  ja: 'このサイトでは認証アプリを利用できません。パスキーを登録するか、管理者に連絡してください。',
  en: 'This site does not offer authenticator apps. Add a passkey, or ask your administrator.',
}

interface User {
  readonly id: number
  readonly email: string
}

/** Begins to add an authenticator app; a former attempt is void. */
export async function startTotp(db: Database, keys: readonly string[], user: User): Promise<{ secret: string; uri: string }> {
  if (keys.length === 0) throw new RequestError('action_blocked', { message: keyless })
  // 160 bits, as RFC 4226 recommends.
  const { base32: secret } = new Secret({ size: 20 })
  const started = and(eq(userFactors.user_id, user.id), eq(userFactors.kind, 'totp'), isNull(userFactors.added_at))
  await db.transaction(async (transaction) => {
    await transaction.delete(userFactors).where(started)
    const sealed = seal(keys, ownerOf(user.id), secret)
    await transaction.insert(userFactors).values({ user_id: user.id, kind: 'totp', name: 'TOTP', secret: sealed })
  })
  return { secret, uri: totpOf(secret, user.email).toString() }
}

/** Adds the app that was begun, if the code is one of it. It replaces a former app. Returns null where none was begun. */
export async function addTotp(db: Database, keys: readonly string[], userId: number, code: string): Promise<boolean | null> {
  return db.transaction(async (transaction) => {
    const own = and(eq(userFactors.user_id, userId), eq(userFactors.kind, 'totp'))
    const rows = await transaction.select().from(userFactors).where(own).for('update')
    const begun = rows.find(({ added_at }) => added_at === null)
    if (!begun?.secret) return null
    const step = stepOf(unseal(keys, ownerOf(userId), begun.secret), code)
    if (step === null) return false
    await transaction.delete(userFactors).where(and(own, ne(userFactors.id, begun.id)))
    await transaction
      .update(userFactors)
      .set({ added_at: sql`now()`, last_step: step })
      .where(eq(userFactors.id, begun.id))
    return true
  })
}

/** Whether it is a code of the user's app that was not taken before, nor an older one. Of several at once, one is taken. */
export async function takeTotp(db: Database, keys: readonly string[], userId: number, code: string): Promise<boolean> {
  const own = and(eq(userFactors.user_id, userId), eq(userFactors.kind, 'totp'), isNotNull(userFactors.added_at))
  const [factor] = await db.select({ id: userFactors.id, secret: userFactors.secret }).from(userFactors).where(own)
  if (!factor?.secret) return false
  const secret = unseal(keys, ownerOf(userId), factor.secret)
  const step = stepOf(secret, code)
  if (step === null) return false
  const isNew = or(isNull(userFactors.last_step), lt(userFactors.last_step, step))
  const renewed = isSealedByFormer(keys, factor.secret) ? { secret: seal(keys, ownerOf(userId), secret) } : {}
  const taken = await db
    .update(userFactors)
    .set({ last_step: step, last_used_at: sql`now()`, ...renewed })
    .where(and(eq(userFactors.id, factor.id), isNew))
    .returning({ id: userFactors.id })
  return taken.length > 0
}
