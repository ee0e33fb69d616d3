import { attachmentLimits, message } from '@adsite/contract'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { RequestError } from '../error/request-error.ts'

export type ImageType = 'image/gif' | 'image/png' | 'image/jpeg'

export interface SafeImage {
  readonly content_type: ImageType
  readonly content: Uint8Array
  readonly width: number
  readonly height: number
}

// libvips can read much more than we take (SVG, PDF, TIFF …): only these three readers are left.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadNsgifBuffer'] })

export const fileRefusal = (...fault: Parameters<typeof message>) =>
  new RequestError('validation_failed', { errors: { file: [message(...fault)] } })
const tooManyPixels = () => fileRefusal('image_pixels', attachmentLimits.pixels / 10_000, attachmentLimits.pixels / 1_000_000)

/** Ends a decoder that is kept busy by a made-up image (seconds). */
const imageSeconds = 20

/** An image that came with few colours keeps to them: encoded with all of them it would be several times as large. */
const encoders: Readonly<Record<ImageType, (image: Sharp, fewColours: boolean) => Sharp>> = {
  'image/png': (image, palette) => image.png({ palette, compressionLevel: 9 }),
  'image/jpeg': (image) => image.autoOrient().jpeg({ quality: 88, mozjpeg: true }),
  'image/gif': (image) => image.gif(),
}

// One image at a time is enough: the other processors have pages to answer.
sharp.concurrency(1)

/** A photo lies on its side when its orientation says so. */
function sizeOf({ width, height, pageHeight = height, orientation = 1 }: Metadata): { width: number; height: number } {
  return orientation >= 5 ? { width: pageHeight, height: width } : { width, height: pageHeight }
}

/**
 * Decodes an image and encodes it anew: what hides behind, beside or in it (a page in a GIF's comment, a tail,
 * the place where a photo was taken) is gone, and what does not decode is refused. A GIF stays animated.
 * `check` is told the size that the header says, to refuse it before a pixel is decoded.
 */
export async function safeImage(
  content_type: ImageType,
  bytes: Uint8Array,
  check?: (size: { width: number; height: number }) => void,
): Promise<SafeImage> {
  // The pixels of all frames count: a small file can hold a wall.
  const source = () =>
    sharp(bytes, { animated: content_type === 'image/gif', failOn: 'error', limitInputPixels: attachmentLimits.pixels }).timeout({
      seconds: imageSeconds,
    })
  try {
    const metadata = await source().metadata()
    const { format, width, height, isPalette } = metadata
    if (`image/${format}` !== content_type) throw fileRefusal('file_broken')
    if (width * height > attachmentLimits.pixels) throw tooManyPixels()
    check?.(sizeOf(metadata))
    const image = encoders[content_type](source(), isPalette === true)
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    return { content_type, content: data, width: info.width, height: info.pageHeight ?? info.height }
  } catch (error) {
    if (error instanceof RequestError) throw error
    throw /pixel limit/u.test((error as Error).message) ? tooManyPixels() : fileRefusal('file_broken')
  }
}
