/** Blanks, and characters that nobody sees: zero-width ones, direction marks, Hangul fillers. */
const invisible = /^[\s\p{Default_Ignorable_Code_Point}]$/u

/** Invisible ones that the last character of a text may need: they choose its form, or spell a flag. */
const ending = /^[\p{Variation_Selector}\u{E0020}-\u{E007F}]$/u

/**
 * Without what nobody sees at the ends, so that two texts that look the same there are the same, and one that looks empty
 * is. Inside such characters stay: they join emoji, and letters of Persian.
 */
export function trimmed(text: string): string {
  const signs = [...text]
  const first = signs.findIndex((sign) => !invisible.test(sign))
  const last = signs.findLastIndex((sign) => !invisible.test(sign) || ending.test(sign))
  return first === -1 ? '' : signs.slice(first, last + 1).join('')
}
