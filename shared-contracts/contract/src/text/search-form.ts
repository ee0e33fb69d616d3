/**
 * The form that names are searched in (docs/decisions/0019): width and case folded (NFKC, lower case), hiragana as
 * katakana, without spaces, hyphens, long vowels and middle dots, in whichever way they were written. The database has
 * the same function, `search_form`; a test compares them.
 */
export function searchForm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ぁ-ゖゝゞ]/gu, (kana) => String.fromCodePoint(kana.codePointAt(0)! + 0x60))
    .replace(/[ \t\n\v\f\r\-‐-―−ー・]/gu, '')
}

/** What a search has to find all of: its words, in the form that names are searched in. */
export function searchWords(text: string): string[] {
  return [...new Set(text.split(/\s+/u).map(searchForm))].filter((word) => word !== '')
}
