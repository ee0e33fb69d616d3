import { call } from '@adsite/api-client'
import { creativeEndpoints, validationText, type CreateBody, type CreativeFormat } from '@adsite/contract'
import { currentLanguage } from '@adsite/i18n'
import { uploadError } from '@adsite/screen-kit'
import { useEffect, useRef, useState } from 'react'
import { fitting, nameOfFile } from './fitting.ts'
import type { commonCreative } from './common-creative.ts'

/** An image file that will become a creative. */
export interface ChosenImage {
  readonly key: number
  readonly file: File
  /** Object URL of the image; null if it is unreadable. */
  readonly picture: string | null
  readonly width: number
  readonly height: number
  readonly name: string
  readonly formats: readonly CreativeFormat[]
  readonly formatId: number | null
  /** Error message; null: none. */
  readonly fault: string | null
  /** Id of the creative once it exists, with or without its image. */
  readonly creativeId: number | null
  readonly state: 'chosen' | 'sending' | 'done'
}

export interface ImagesState {
  readonly images: readonly ChosenImage[]
  /** Which of how many images was sent last; null: none yet. */
  readonly sent: { readonly index: number; readonly total: number } | null
  readonly add: (files: readonly File[]) => Promise<void>
  readonly change: (key: number, news: Partial<Pick<ChosenImage, 'name' | 'formatId'>>) => void
  readonly remove: (key: number) => void
  /** Creates a creative from each image and the common fields, one after another; returns the results. */
  readonly store: (common: CreateBody<typeof commonCreative>) => Promise<readonly ChosenImage[]>
}

/** Only images that the API would accept can be stored; others are just listed. */
export const canBeStored = ({ formatId, state }: ChosenImage) => formatId !== null && state !== 'done'

async function sizeOf(file: File): Promise<{ width: number; height: number } | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}

/** The selected images with their formats; `preferred` formats come first. */
export function useImages(formats: readonly CreativeFormat[], preferred: readonly number[]): ImagesState {
  const [images, setImages] = useState<readonly ChosenImage[]>([])
  const [sent, setSent] = useState<ImagesState['sent']>(null)
  const lastKey = useRef(0)
  const shown = useRef<string[]>([])
  useEffect(() => () => shown.current.forEach((address) => URL.revokeObjectURL(address)), [])

  const change = (key: number, news: Partial<ChosenImage>) =>
    setImages((all) => all.map((image) => (image.key === key ? { ...image, ...news } : image)))

  async function add(files: readonly File[]): Promise<void> {
    for (const file of files) {
      const size = await sizeOf(file)
      const measured = { ...(size ?? { width: 0, height: 0 }), content_type: file.type, size: file.size }
      const found = fitting(formats, measured)
      const fit = found.formats.toSorted((a, b) => Number(preferred.includes(b.id)) - Number(preferred.includes(a.id)))
      const picture = size && URL.createObjectURL(file)
      if (picture) shown.current.push(picture)
      lastKey.current += 1
      const image: ChosenImage = {
        key: lastKey.current,
        file,
        picture,
        width: measured.width,
        height: measured.height,
        name: nameOfFile(file.name),
        formats: fit,
        formatId: fit[0]?.id ?? null,
        fault: found.fault && validationText(found.fault, currentLanguage()),
        creativeId: null,
        state: 'chosen',
      }
      setImages((all) => [...all, image])
    }
  }

  async function storeOne(image: ChosenImage, common: CreateBody<typeof commonCreative>): Promise<ChosenImage> {
    const { formatId } = image
    let { creativeId } = image
    if (formatId === null) return image
    try {
      if (creativeId === null) {
        const body = { ...common, name: image.name, format_id: formatId }
        const answer = await call(creativeEndpoints.create, { body })
        creativeId = answer.data.id
      }
      await call(creativeEndpoints.upload, { params: { id: creativeId }, query: { name: image.file.name }, file: image.file })
      return { ...image, creativeId, fault: null, state: 'done' }
    } catch (error) {
      return { ...image, creativeId, fault: uploadError(error), state: 'chosen' }
    }
  }

  async function store(common: CreateBody<typeof commonCreative>): Promise<readonly ChosenImage[]> {
    const results = new Map(images.map((image) => [image.key, image]))
    const open = images.filter(canBeStored)
    for (const [index, image] of open.entries()) {
      setSent({ index: index + 1, total: open.length })
      change(image.key, { state: 'sending', fault: null })
      const result = await storeOne(image, common)
      change(image.key, result)
      results.set(image.key, result)
    }
    return [...results.values()]
  }

  return { images, sent, add, change, remove: (key) => setImages((all) => all.filter((image) => image.key !== key)), store }
}
