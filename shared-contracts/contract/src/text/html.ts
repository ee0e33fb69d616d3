import { trimmed } from './trimmed.ts'

/**
 * Elements of rich text (announcements): those the editor offers and the server's sanitiser keeps. The only
 * attribute kept is `href` on links, with http, https, mailto or a same-origin path.
 */
export const htmlTags = ['p', 'br', 'h2', 'h3', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'hr'] as const

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Extracts the plain text of rich text, for excerpts and emptiness checks. The result must not be used as HTML. */
export function htmlText(fragment: string): string {
  const plain = fragment
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#39|[a-z]+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/gu, ' ')
  return trimmed(plain)
}
