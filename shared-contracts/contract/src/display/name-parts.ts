import { textWidth } from '../list/list-columns.ts'

/** Widths in px: what a column of titles shows of a name at least, and what of it is kept for the end. */
const [shortName, tailWidth] = [160, 84]
const letters = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/** A name in two parts, of which the second is never cut; null: it is short, or cannot be divided. */
export function partsOfName(name: string): readonly [string, string] | null {
  const [, head, lastWord] = /^(.*?\S)(\s+(?=\S).{1,10})$/su.exec(name) ?? []
  if (head !== undefined && lastWord !== undefined) return [head, lastWord]
  if (textWidth(name, 14) <= shortName) return null
  let tail = ''
  for (const { segment } of [...letters.segment(name)].toReversed()) {
    if (textWidth(segment + tail, 14) > tailWidth) break
    tail = segment + tail
  }
  return tail === '' ? null : [name.slice(0, -tail.length), tail]
}
