/**
 * Normalises names for search (docs/decisions/0019): folds width and case (NFKC, lower case), converts hiragana
 * to katakana, and removes spaces, hyphens, long vowel marks and middle dots in all their variants. The database
 * has the same function, `search_form`; a test compares them.
 */
export function searchForm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ぁ-ゖゝゞ]/gu, (kana) => String.fromCodePoint(kana.charCodeAt(0) + 0x60))
    .replace(/[ \t\n\v\f\r\-‐-―−ー・]/gu, '')
}

/** Splits a query into normalised words, all of which must match. */
export function searchWords(text: string): string[] {
  return [...new Set(text.split(/\s+/u).map(searchForm))].filter((word) => word !== '')
}
