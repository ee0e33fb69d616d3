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

// libvips reads many more formats (SVG, PDF, TIFF …); all but the three accepted ones are blocked.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadNsgifBuffer'] })

export const fileRefusal = (...fault: Parameters<typeof message>) =>
  new RequestError('validation_failed', { errors: { file: [message(...fault)] } })
const tooManyPixels = () => fileRefusal('image_pixels', attachmentLimits.pixels / 10_000, attachmentLimits.pixels / 1_000_000)

/** Stops decoding of a malicious image (seconds). */
const imageSeconds = 20

/** Images with a palette stay palette images; full colour would multiply their size. */
const encoders: Readonly<Record<ImageType, (image: Sharp, fewColours: boolean) => Sharp>> = {
  'image/png': (image, palette) => image.png({ palette, compressionLevel: 9 }),
  'image/jpeg': (image) => image.autoOrient().jpeg({ quality: 88, mozjpeg: true }),
  'image/gif': (image) => image.gif(),
}

// One image at a time, so that other processors can answer pages.
sharp.concurrency(1)

/** Swaps width and height if the orientation tag says so. */
function sizeOf({ width, height, pageHeight = height, orientation = 1 }: Metadata): { width: number; height: number } {
  return orientation >= 5 ? { width: pageHeight, height: width } : { width, height: pageHeight }
}

/**
 * Decodes and re-encodes an image, which removes anything hidden in or after it (a page in a GIF's comment,
 * trailing data, a photo's location) and refuses what does not decode. GIFs stay animated. `check` receives the
 * size from the header, so that images can be refused before decoding.
 */
export async function safeImage(
  content_type: ImageType,
  bytes: Uint8Array,
  check?: (size: { width: number; height: number }) => void,
): Promise<SafeImage> {
  // The pixels of all frames count, because a small file can hold very many.
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
    throw /pixel limit/u.test(String(error)) ? tooManyPixels() : fileRefusal('file_broken')
  }
}
