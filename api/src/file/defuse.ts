// What nobody sees counts as nothing: a spreadsheet may drop a zero-width space or a byte order mark and find the sign behind it.
const formula = /^['\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]*[\t\r\0=+\-@＝＋－＠﹢﹣﹦﹫−]/u

/**
 * spec/quality "Exports": what a spreadsheet would take for a formula gets an apostrophe in front; so does what has
 * one there already, so that `undefused` gives back what it was. Numbers do not come here.
 */
export function defused(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

export function undefused(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}
