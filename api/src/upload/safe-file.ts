import { attachmentTypes, type Attachment } from '@adsite/contract'
import { fileRefusal, safeImage } from './safe-image.ts'

export interface SafeFile {
  readonly content_type: Attachment['content_type']
  readonly content: Uint8Array
}

/** Loaded with the first PDF, so that no process begins with the 160 modules of its library. */
async function pdfFault(bytes: Uint8Array): Promise<'broken' | 'active' | null> {
  const { pdfError } = await import('./pdf-error.ts')
  return pdfError(bytes)
}

/** True if the file is a PDF from first to last byte: nothing before the header, only white space after the end. */
function isWholePdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  const tail = Buffer.from(bytes.subarray(-1024)).toString('latin1')
  return /^%PDF-[12]\.\d[\r\n ]/u.test(head) && /startxref\s+\d+\s+%%EOF\s*$/u.test(tail)
}

/**
 * Returns the file as it may be stored and served (spec/quality "Uploads"). Its bytes decide the type, never its
 * name or declared type.
 */
export async function safeFile(bytes: Uint8Array): Promise<SafeFile> {
  if (bytes.length === 0) throw fileRefusal('file_broken')
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  const content_type = attachmentTypes.find((type) => type === found?.mime)
  if (content_type === undefined) throw fileRefusal('file_type')
  if (content_type !== 'application/pdf') return safeImage(content_type, bytes)
  const fault = isWholePdf(bytes) ? await pdfFault(bytes) : 'broken'
  if (fault) throw fileRefusal(fault === 'active' ? 'pdf_active' : 'file_broken')
  return { content_type, content: bytes }
}
