import { attachmentLimits, attachmentTypes, message, type Attachment } from '@adsite/contract'
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { Refusal } from '../http/refusal.ts'

type FileType = Attachment['content_type']

export interface SafeFile {
  readonly content_type: FileType
  readonly content: Uint8Array
}

// libvips can read much more than we take (SVG, PDF, TIFF …): only these three readers are left.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadNsgifBuffer'] })

const refusal = (...fault: Parameters<typeof message>) => new Refusal('validation_failed', { errors: { file: [message(...fault)] } })
const tooManyPixels = () => refusal('image_pixels', attachmentLimits.pixels / 10_000, attachmentLimits.pixels / 1_000_000)

/** Ends a decoder that is kept busy by a made-up image (seconds). */
const imageSeconds = 20

const encoders: Readonly<Record<'image/png' | 'image/jpeg' | 'image/gif', (image: Sharp) => Sharp>> = {
  'image/png': (image) => image.png(),
  'image/jpeg': (image) => image.autoOrient().jpeg({ quality: 88 }),
  'image/gif': (image) => image.gif(),
}

/**
 * Decodes an image and encodes it anew: what hides behind, beside or in it (a page in a GIF's comment, a tail,
 * the place where a photo was taken) is gone, and what does not decode is refused.
 */
async function cleanImage(content_type: keyof typeof encoders, bytes: Uint8Array): Promise<SafeFile> {
  // The pixels of all frames count: a small file can hold a wall.
  const source = () =>
    sharp(bytes, { animated: content_type === 'image/gif', failOn: 'error', limitInputPixels: attachmentLimits.pixels }).timeout({
      seconds: imageSeconds,
    })
  try {
    const { format, width, height } = await source().metadata()
    if (`image/${format}` !== content_type) throw refusal('file_broken')
    if (width * height > attachmentLimits.pixels) throw tooManyPixels()
    return { content_type, content: await encoders[content_type](source()).toBuffer() }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw /pixel limit/u.test((error as Error).message) ? tooManyPixels() : refusal('file_broken')
  }
}

/** A PDF from its first byte to its last: nothing in front of the header, nothing but white space behind the end. */
function isWholePdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  const tail = Buffer.from(bytes.subarray(-1024)).toString('latin1')
  return /^%PDF-[12]\.\d[\r\n ]/u.test(head) && /startxref\s+\d+\s+%%EOF\s*$/u.test(tail)
}

/** The file as it may be kept and handed out (QUALITY "uploads"); its bytes decide what it is, never its name or declared type. */
export async function safeFile(bytes: Uint8Array): Promise<SafeFile> {
  if (bytes.length === 0) throw refusal('file_broken')
  const found = await fileTypeFromBuffer(bytes)
  const content_type = attachmentTypes.find((type) => type === found?.mime)
  if (content_type === undefined) throw refusal('file_type')
  if (content_type !== 'application/pdf') return cleanImage(content_type, bytes)
  if (!isWholePdf(bytes)) throw refusal('file_broken')
  return { content_type, content: bytes }
}
