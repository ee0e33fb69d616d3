import type { Logger } from 'pino'
import { RequestError } from '../error/request-error.ts'
import { attachmentDisposition } from './file-name.ts'
import type { Storage } from './storage.ts'

interface UploadedFile {
  readonly id: number
  readonly name: string
  readonly content_type: string
  readonly storage_name: string
}

/** Answers with an uploaded file under its given name; refuses with not_found if its content is missing, which is logged. */
export async function downloadOf(storage: Storage, { id, name, content_type, storage_name }: UploadedFile, log: Logger): Promise<Response> {
  const content = await storage.get(storage_name)
  if (!content) {
    log.error({ file: id, storage_name }, 'the content of an uploaded file is missing')
    throw new RequestError('not_found')
  }
  return new Response(content, {
    headers: {
      'Content-Type': content_type,
      'Content-Length': String(content.length),
      'Content-Disposition': attachmentDisposition(name),
      // A file that is opened directly runs sandboxed: no scripts, forms or origin.
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    },
  })
}
