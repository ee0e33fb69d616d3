// Invisible characters are skipped, because a spreadsheet may drop a zero-width space or a byte order mark and
// interpret what follows.
const formula = /^['\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]*[\t\r\0=+\-@＝＋－＠﹢﹣﹦﹫−]/u

/**
 * Prefixes text that a spreadsheet would read as a formula with an apostrophe (spec/quality "Exports"). Text
 * that already starts with one gets another, so that `undefused` restores the original. Not used for numbers.
 */
export function defused(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

export function undefused(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}
