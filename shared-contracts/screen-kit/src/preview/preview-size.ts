import type { CreativeRules, PreviewDevice } from '@adsite/contract'

/** Width of a phone screen in CSS pixels. */
export const phoneScreen = 390

/** Size of a text card in px: its width, and the height of its texts. */
const cardWidth = { desktop: 560, phone: 360 } as const
const cardTexts = 200
/** Width of a card's image on desktop. */
const deskImage = 240

interface Size {
  readonly width: number
  readonly height: number
}

/** The format rules that determine the size of a creative. */
export type PreviewRules = Pick<CreativeRules, 'kind' | 'width' | 'height'>

/** The size of a creative on a device in CSS pixels: a banner's is set by its format, a card fills the width of its container. */
export function previewSize(rules: PreviewRules | null, device: PreviewDevice): Size {
  const { kind, width, height } = rules ?? {}
  if (kind !== 'NATIVE' && kind !== 'TEXT') return { width: width ?? 320, height: height ?? 120 }
  const ratio = width && height ? height / width : 0
  if (device === 'phone') return { width: cardWidth.phone, height: Math.ceil(cardWidth.phone * ratio) + cardTexts }
  return { width: cardWidth.desktop, height: Math.max(Math.ceil(deskImage * ratio) + 2, cardTexts) }
}
