import { materialError, materialTypes, message, type CreativeFormat, type Material, type MaterialType } from '@adsite/contract'

/** An image as the browser reads it, before the API has. */
export type Measured = Pick<Material, 'width' | 'height' | 'size'> & { readonly content_type: string }

interface Fitting {
  /** Formats that the image can be a creative of. */
  readonly formats: readonly CreativeFormat[]
  /** Why it can be of none, coded for `validationText`; null: it can. */
  readonly fault: string | null
}

const isMaterialType = (type: string): type is MaterialType => Object.hasOwn(materialTypes, type)

/** The formats that an image fits: by its size in pixels, its type and its bytes, as the API checks them again. */
export function fitting(formats: readonly CreativeFormat[], image: Measured): Fitting {
  const { content_type } = image
  if (!isMaterialType(content_type)) {
    return { formats: [], fault: message('material_type', Object.values(materialTypes).join(', ')) }
  }
  const measured = { ...image, content_type }
  const checked = formats.map((format) => ({ format, fault: materialError(format, measured) }))
  const fit = checked.filter(({ fault }) => fault === null).map(({ format }) => format)
  if (fit.length > 0) return { formats: fit, fault: null }
  // Of the right size but too heavy, or of another type: that can be mended, and is said.
  const near = checked.find(({ format, fault }) => fault !== null && isAsBig(format, image))
  return { formats: [], fault: near?.fault ?? message('image_format', image.width, image.height) }
}

function isAsBig(format: CreativeFormat, { width, height }: Measured): boolean {
  return [1, 2].some((scale) => width === (format.width ?? 0) * scale && height === (format.height ?? 0) * scale)
}

/** What a creative of an image is called at first: as its file, without what programs need. */
export function nameOfFile(file: string): string {
  // Some systems hand out letters and their marks apart.
  const name = file.normalize('NFC').replace(/\.[^.]*$/u, '')
  return [...(name.trim() || file)].slice(0, 255).join('')
}
