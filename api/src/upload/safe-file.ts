import { attachmentTypes, type Attachment } from '@adsite/contract'
import { fileTypeFromBuffer } from 'file-type'
import { pdfError } from './active-pdf.ts'
import { fileRefusal, safeImage } from './safe-image.ts'

export interface SafeFile {
  readonly content_type: Attachment['content_type']
  readonly content: Uint8Array
}

/** A PDF from its first byte to its last: nothing in front of the header, nothing but white space behind the end. */
function isWholePdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  const tail = Buffer.from(bytes.subarray(-1024)).toString('latin1')
  return /^%PDF-[12]\.\d[\r\n ]/u.test(head) && /startxref\s+\d+\s+%%EOF\s*$/u.test(tail)
}

/** The file as it may be kept and handed out (spec/quality "Uploads"); its bytes decide what it is, never its name or declared type. */
export async function safeFile(bytes: Uint8Array): Promise<SafeFile> {
  if (bytes.length === 0) throw fileRefusal('file_broken')
  const found = await fileTypeFromBuffer(bytes)
  const content_type = attachmentTypes.find((type) => type === found?.mime)
  if (content_type === undefined) throw fileRefusal('file_type')
  if (content_type !== 'application/pdf') return safeImage(content_type, bytes)
  const fault = isWholePdf(bytes) ? await pdfError(bytes) : 'broken'
  if (fault) throw fileRefusal(fault === 'active' ? 'pdf_active' : 'file_broken')
  return { content_type, content: bytes }
}
