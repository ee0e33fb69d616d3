import {
  materialError,
  materialTypes,
  message,
  normaliseValue,
  type CreativeFormat,
  type Material,
  type MaterialType,
} from '@adsite/contract'

/** An image as measured by the browser before the API has checked it; its width is 0 where the browser cannot read it. */
export type Measured = Pick<Material, 'width' | 'height' | 'size'> & { readonly content_type: string }

interface Fitting {
  /** Formats that the image fits. */
  readonly formats: readonly CreativeFormat[]
  /** Why it fits none, coded for `validationText`; null: it fits. */
  readonly fault: string | null
}

const isMaterialType = (type: string): type is MaterialType => Object.hasOwn(materialTypes, type)

/** The formats an image fits by pixel size, type and bytes; the API checks them again. */
export function fitting(formats: readonly CreativeFormat[], image: Measured): Fitting {
  const { content_type } = image
  if (!isMaterialType(content_type)) return { formats: [], fault: message('image_type') }
  if (image.width === 0) return { formats: [], fault: message('file_broken') }
  const measured = { ...image, content_type }
  const checked = formats.map((format) => ({ format, fault: materialError(format, measured) }))
  const fit = checked.filter(({ fault }) => fault === null).map(({ format }) => format)
  if (fit.length > 0) return { formats: fit, fault: null }
  // The size matches, but the file is too large or has another type: the user can fix this, so report it.
  const near = checked.find(({ format, fault }) => fault !== null && isAsBig(format, image))
  return { formats: [], fault: near?.fault ?? message('image_format', String(image.width), String(image.height)) }
}

function isAsBig(format: CreativeFormat, { width, height }: Measured): boolean {
  return [1, 2].some((scale) => width === (format.width ?? 0) * scale && height === (format.height ?? 0) * scale)
}

/** The initial name of an image's creative: the file name without its extension. */
export function nameOfFile(file: string): string {
  // Some systems decompose characters with diacritics in file names.
  const name = file.normalize('NFC').replace(/\.[^.]*$/u, '')
  return [...String(normaliseValue({ kind: 'text' }, name) ?? file)].slice(0, 255).join('')
}
