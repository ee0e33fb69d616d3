import type { EarlierImport } from '@adsite/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Author } from '../../call/author.ts'
import type { Database } from '../../db/connect.ts'
import type { Caller } from '../../db/scope.ts'
import { importedFiles } from '../../db/schema.ts'
import { readUserNames } from '../read/names.ts'

/** A file of records of an entity. */
export interface ImportedFile {
  readonly entity: string
  /** SHA-256 of its content. */
  readonly hash: string
}

/** The last import of the file by the caller's own account that created records; null if there was none. */
export async function earlierImport(db: Database, { account_id }: Caller, { entity, hash }: ImportedFile): Promise<EarlierImport | null> {
  const [found] = await db
    .select()
    .from(importedFiles)
    .where(and(eq(importedFiles.account_id, account_id), eq(importedFiles.entity, entity), eq(importedFiles.file_hash, hash)))
  if (!found) return null
  const person = await readUserNames(db, [found.user_id])
  return { at: found.at.toISOString(), by: person(found.user_id), created: found.created }
}

/** Remembers that the author has imported the file; part of the transaction that creates its records. */
export async function rememberImport(db: Database, author: Author, { entity, hash }: ImportedFile, created: number): Promise<void> {
  const { account_id, user_id } = author
  await db
    .insert(importedFiles)
    .values({ account_id, entity, file_hash: hash, user_id, created })
    .onConflictDoUpdate({
      target: [importedFiles.account_id, importedFiles.entity, importedFiles.file_hash],
      set: { user_id, created, at: sql`now()` },
    })
}
