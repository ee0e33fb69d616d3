import { createHash, randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@adsite/contract'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { recoveryCodes } from '../db/schema.ts'
import { migrationNumber } from '../db/schema-version.ts'
import { isBesideFormer } from '../db/upgrade/backfills.ts'
import { queueMail } from '../mail/mail-jobs.ts'
import { hashPassword, passwordMatches } from '../session/password.ts'

/** Crockford's alphabet, without letters that look like others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Sixteen have 80 bits: too few for a plain hash (OWASP ASVS 6.5.2), so they are hashed like passwords, with a salt each. */
const length = 16
/** The migration with which that began. */
const since = migrationNumber('0020_sealed_secrets')

const newCode = () => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
const plainHash = (code: string) => createHash('sha256').update(code).digest('hex')
const isPlain = (hash: string) => /^[\da-f]{64}$/u.test(hash)
const inGroups = (code: string) => code.replaceAll(/(.{4})(?=.)/gu, '$1-')

/**
 * Makes the user's recovery codes anew, in groups of four characters. Only hashes are stored, so they are shown once. `isWanted` is
 * asked in the transaction that stores them, and may refuse; null where they are not wanted.
 */
export async function renewRecoveryCodes(
  db: Database,
  userId: number,
  isWanted: (transaction: Database) => Promise<boolean>,
): Promise<string[] | null> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  // A process of the release before, which may be the next one to be given a code, knows plain hashes alone.
  const hashes = (await isBesideFormer(db, { since })) ? codes.map(plainHash) : await Promise.all(codes.map(hashPassword))
  const isStored = await db.transaction(async (transaction) => {
    if (!(await isWanted(transaction))) return false
    await transaction.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
    await transaction.insert(recoveryCodes).values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    return true
  })
  return isStored ? codes.map(inGroups) : null
}

/** The stored hash of a code; null for a wrong one. Codes from before 0020 are found by their plain hash. */
async function hashOf(db: Database, userId: number, code: string): Promise<string | null> {
  const rows = await db.select({ hash: recoveryCodes.code_hash }).from(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  const plain = plainHash(code)
  for (const { hash } of rows) if (isPlain(hash) ? hash === plain : await passwordMatches(hash, code)) return hash
  return null
}

interface Owner {
  readonly id: number
  readonly email: string
}

/** Uses a code up, which is told by mail; of several attempts at once one succeeds. */
export async function useRecoveryCode(db: Database, { id, email }: Owner, code: string): Promise<boolean> {
  const hash = await hashOf(db, id, code)
  if (hash === null) return false
  return db.transaction(async (transaction) => {
    const used = await transaction
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.user_id, id), eq(recoveryCodes.code_hash, hash)))
      .returning({ user_id: recoveryCodes.user_id })
    if (used.length === 0) return false
    await queueMail(transaction, 'recovery_code_used', email)
    return true
  })
}

export const recoveryCodesLeft = (db: Database, userId: number): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.user_id, userId))
