import { required } from '@adsite/contract'
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { secrets } from '../db/schema.ts'

const name = 'csrf'

/** The key for CSRF tokens, shared by all processes of a database and created by the first. */
export async function csrfKeyOf(db: Database): Promise<string> {
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name))
  return required(row, 'row').value
}
