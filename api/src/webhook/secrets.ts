import { randomBytes } from 'node:crypto'
import { and, asc, eq, gt, like, or, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import type { Database } from '../db/connect.ts'
import { webhooks } from '../db/schema.ts'
import { migrationNumber } from '../db/schema-version.ts'
import { isBesideFormer, type Backfill } from '../db/upgrade/backfills.ts'
import { isSealedByFormer, refuseWithoutKey, seal, unseal } from '../factor/seal.ts'

type StoredWebhook = typeof webhooks.$inferSelect
type Keys = readonly string[]

/** What secrets begin with, and nothing that is sealed does. */
const begin = 'whsec_'
/** The migration with which secrets came to be sealed. */
const since = migrationNumber('0020_sealed_secrets')
/** Sealed for the account, so that a secret that was copied to another account's webhook signs nothing. */
const ownerOf = (accountId: number) => `webhook of account ${accountId}`

export const newSecret = () => `${begin}${randomBytes(32).toString('base64')}`

/**
 * A new secret as it is stored: sealed. While a process of a release that cannot open it is connected, it is stored as it is, since
 * that process may be the one that signs; the backfill seals it afterwards. Throws where the site has no key.
 */
export async function storedForm(db: Database, keys: Keys, accountId: number, secret: string): Promise<string> {
  refuseWithoutKey(keys)
  return (await isBesideFormer(db, { since })) ? secret : seal(keys, ownerOf(accountId), secret)
}

const opened = (keys: Keys, accountId: number, stored: string) =>
  stored.startsWith(begin) ? stored : unseal(keys, ownerOf(accountId), stored)

/** What signs for a webhook: its secret and, while it `overlaps`, the one before. */
export function signersOf(webhook: StoredWebhook & { readonly overlaps: boolean }, keys: Keys): Webhook[] {
  const { account_id, secret, former_secret, overlaps } = webhook
  const stored = overlaps && former_secret !== null ? [secret, former_secret] : [secret]
  return stored.map((each) => new Webhook(opened(keys, account_id, each)))
}

/** Seals a secret anew that a former key of the site has sealed, unless it was renewed meanwhile. */
export async function sealAnew(db: Database, { id, account_id, secret }: StoredWebhook, keys: Keys): Promise<void> {
  if (secret.startsWith(begin) || !isSealedByFormer(keys, secret)) return
  await db
    .update(webhooks)
    .set({ secret: seal(keys, ownerOf(account_id), opened(keys, account_id, secret)) })
    .where(and(eq(webhooks.id, id), eq(webhooks.secret, secret)))
}

/** Secrets that one step seals. */
const atOnce = 500

/**
 * Seals what was stored as it is. While a process of a former release is connected it does nothing: that one signs with what is
 * stored. The pass after the last of them seals all.
 */
export function sealedSecrets(keys: Keys): Backfill {
  const isPlain = or(like(webhooks.secret, `${begin}%`), like(webhooks.former_secret, `${begin}%`))
  return {
    name: 'webhook_secrets',
    since,
    async step(transaction, position) {
      if (await isBesideFormer(transaction, { since })) return null
      const rows = await transaction
        .select()
        .from(webhooks)
        .where(and(isPlain, gt(webhooks.id, Number(position ?? 0))))
        .orderBy(asc(webhooks.id))
        .limit(atOnce)
        .for('update')
      for (const { id, account_id, secret, former_secret } of rows) {
        const sealed = (stored: string) => seal(keys, ownerOf(account_id), opened(keys, account_id, stored))
        const values = { secret: sealed(secret), former_secret: former_secret === null ? null : sealed(former_secret) }
        await transaction.update(webhooks).set(values).where(eq(webhooks.id, id))
      }
      const last = rows.at(-1)
      if (!last || rows.length < atOnce) return null
      const [end] = await transaction.select({ id: sql<string>`max(id)` }).from(webhooks)
      return { position: String(last.id), progress: Math.floor((100 * last.id) / Number(end?.id ?? last.id)) }
    },
  }
}
