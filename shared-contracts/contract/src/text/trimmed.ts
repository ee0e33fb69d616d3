/** Signs that turn the direction of all that follows them: of a name, also the rest of the sentence that it stands in. */
const turns = /[\u202A-\u202E\u2066-\u2069]/gu

/** Without signs that turn the direction of a text. Its letters have a direction of their own, and keep it. */
export const withoutTurns = (text: string): string => text.replace(turns, '')

/** Blanks, and characters that nobody sees: zero-width ones, direction marks, Hangul fillers. */
const invisible = /^[\s\p{Default_Ignorable_Code_Point}]$/u

/**
 * A last character with the invisible ones that it needs: they choose the form of an emoji or of a character of a name, or
 * spell a flag. Behind any other they change nothing that anybody sees.
 */
const withForm =
  /^(?:\p{Extended_Pictographic}(?:[\u{FE0E}\u{FE0F}]|[\u{E0020}-\u{E007E}]+\u{E007F})|\P{ASCII}(?![\u{FE0E}\u{FE0F}])\p{Variation_Selector})/u

/**
 * Without what nobody sees at the ends, so that two texts that look the same there are the same, and one that looks empty
 * is. Inside such characters stay: they join emoji, and letters of Persian.
 */
export function trimmed(text: string): string {
  const signs = [...text]
  const first = signs.findIndex((sign) => !invisible.test(sign))
  const last = signs.findLastIndex((sign) => !invisible.test(sign))
  if (first === -1) return ''
  const ending = signs.slice(last).join('')
  return signs.slice(first, last).join('') + (withForm.exec(ending)?.[0] ?? signs[last] ?? '')
}
