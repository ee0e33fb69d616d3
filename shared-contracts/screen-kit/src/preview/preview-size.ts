import type { CreativeRules, PreviewDevice } from '@adsite/contract'

/** Width of a phone's screen in CSS pixels. */
export const phoneScreen = 390

/** What a card of texts takes up beside or below its image (px). */
const cardWidth = { desktop: 560, phone: 360 } as const
const cardTexts = 200
/** Width of a card's image on a desk. */
const deskImage = 240

interface Size {
  readonly width: number
  readonly height: number
}

/** What of a format decides how large its creatives are. */
export type PreviewRules = Pick<CreativeRules, 'kind' | 'width' | 'height'>

/** How large a creative is on a device, in CSS pixels: a banner as its format says, a card as wide as its place. */
export function previewSize(rules: PreviewRules | null, device: PreviewDevice): Size {
  const { kind, width, height } = rules ?? {}
  if (kind !== 'NATIVE' && kind !== 'TEXT') return { width: width ?? 320, height: height ?? 120 }
  const ratio = width && height ? height / width : 0
  if (device === 'phone') return { width: cardWidth.phone, height: Math.ceil(cardWidth.phone * ratio) + cardTexts }
  return { width: cardWidth.desktop, height: Math.max(Math.ceil(deskImage * ratio) + 2, cardTexts) }
}
