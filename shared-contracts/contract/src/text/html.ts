/**
 * The elements of rich text (announcements): what an editor offers and what the server's sanitiser leaves.
 * No attribute survives but the `href` of a link, which leads to http, https, mailto or a path of the own origin.
 */
export const htmlTags = ['p', 'br', 'h2', 'h3', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'hr'] as const

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The words of a rich text without its markup, for excerpts and to see whether it says anything. Not to be used as HTML. */
export function htmlText(fragment: string): string {
  return fragment
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#39|[a-z]+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/gu, ' ')
    .trim()
}
