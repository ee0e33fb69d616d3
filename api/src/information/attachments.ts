import { attachmentLimits, message, required, type Attachment } from '@adsite/contract'
import { and, asc, eq, isNull, or } from 'drizzle-orm'
import { logChanges } from '../audit/log-changes.ts'
import type { Author } from '../call/author.ts'
import type { Database } from '../db/connect.ts'
import { information, informationAttachments } from '../db/schema.ts'
import { informationScope, publishedInformationScope, type Caller } from '../db/scope.ts'
import { RequestError } from '../error/request-error.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { safeFileName } from '../upload/file-name.ts'
import type { SafeFile } from '../upload/safe-file.ts'
import type { Storage } from '../upload/storage.ts'
import { informationMapping } from './mapping.ts'

const { id, information_id, name, content_type, size, storage_name } = informationAttachments

export function attachmentsOf(db: Database, informationId: number): Promise<Attachment[]> {
  return db.select({ id, name, content_type, size }).from(informationAttachments).where(eq(information_id, informationId)).orderBy(asc(id))
}

/** Finds an attachment of an announcement that the caller may see; the administrator also sees unpublished ones. */
export async function findAttachment(db: Database, caller: Caller, informationId: number, attachmentId: number) {
  const [found] = await db
    .select({ id, name, content_type, size, storage_name })
    .from(informationAttachments)
    .innerJoin(information, and(eq(information.id, information_id), isNull(information.deleted_at)))
    .where(and(eq(id, attachmentId), eq(information_id, informationId), or(informationScope(caller), publishedInformationScope(caller))))
  if (!found) throw new RequestError('not_found')
  return found
}

interface Attaching {
  readonly informationId: number
  /** File name as given by the sender. */
  readonly givenName: string
  readonly file: SafeFile
}

/** Stores the file and its row; nothing is left behind if that fails. */
export async function attach(db: Database, storage: Storage, author: Author, { informationId, givenName, file }: Attaching) {
  const stored = await storage.put(file.content)
  try {
    return await db.transaction(async (transaction) => {
      // Locks the announcement, so that concurrent uploads are counted one after the other.
      await findOrRefuse(transaction, author, informationMapping, informationId, true)
      const count = await transaction.$count(informationAttachments, eq(information_id, informationId))
      if (count >= attachmentLimits.count) {
        throw new RequestError('validation_failed', { errors: { file: [message('files_many', attachmentLimits.count)] } })
      }
      const values = {
        information_id: informationId,
        name: safeFileName(givenName, file.content_type),
        content_type: file.content_type,
        size: file.content.length,
      }
      const [added] = await transaction
        .insert(informationAttachments)
        .values({ ...values, storage_name: stored, created_by: author.user_id })
        .returning({ id, name, content_type, size })
      const change = { field: null, before: null, after: values }
      const attachment = required(added, 'the new attachment')
      await logChanges(transaction, author, 'information_attachment', attachment.id, 'create', [change])
      return attachment
    })
  } catch (error) {
    await storage.remove(stored)
    throw error
  }
}

/** Detaches the file. Its content is removed last, so that a failure never leaves a row without content. */
export async function detach(db: Database, storage: Storage, author: Author, informationId: number, attachmentId: number): Promise<void> {
  const found = await findAttachment(db, author, informationId, attachmentId)
  await db.transaction(async (transaction) => {
    const gone = await transaction.delete(informationAttachments).where(eq(id, found.id)).returning({ id })
    if (gone.length === 0) throw new RequestError('not_found')
    const before = { information_id: informationId, name: found.name, content_type: found.content_type, size: found.size }
    await logChanges(transaction, author, 'information_attachment', found.id, 'delete', [{ field: null, before, after: null }])
  })
  await storage.remove(found.storage_name)
}
