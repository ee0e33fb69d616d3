import { createHash, randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@adsite/contract'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { recoveryCodes } from '../db/schema.ts'

/** Crockford's alphabet, without letters that look like others. Sixteen of them have 80 bits, so that a plain hash is enough. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16

const newCode = () => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')
const inGroups = (code: string) => code.replaceAll(/(.{4})(?=.)/gu, '$1-')

/** Makes the user's recovery codes anew, in groups of four characters. Only hashes are stored, so they are shown once. */
export async function renewRecoveryCodes(db: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await db.transaction(async (transaction) => {
    await transaction.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
    await transaction.insert(recoveryCodes).values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
  })
  return codes.map(inGroups)
}

/** Uses a code up; of several attempts at once one succeeds. */
export async function useRecoveryCode(db: Database, userId: number, code: string): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.user_id, userId), eq(recoveryCodes.code_hash, hashOf(code))))
    .returning({ user_id: recoveryCodes.user_id })
  return used.length > 0
}

export const recoveryCodesLeft = (db: Database, userId: number): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.user_id, userId))
