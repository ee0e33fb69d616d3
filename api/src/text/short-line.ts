import { oneLine } from '@adsite/contract'

/**
 * A text from outside as one line of at most `longest` characters, which every store and terminal takes: without control
 * characters and halves of surrogate pairs. One that is cut ends with `…`.
 */
export function shortLine(text: string, longest: number): string {
  const line = oneLine(text.toWellFormed())
  if (line.length <= longest) return line
  // No character has more than two code units.
  const start = line.slice(0, 2 * longest + 1)
  const characters = [...start]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
}
