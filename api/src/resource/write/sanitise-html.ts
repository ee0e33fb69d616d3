import { htmlTags } from '@adsite/contract'
import sanitizeHtml from 'sanitize-html'

/** Returns an allowed link target: http, https, mailto, or a path of the own origin; never `//host`, which is another site. */
function safeHref(href: string | undefined): string | null {
  const address = (href ?? '').trim()
  // Browsers drop tabs and line ends and read \\ as /, so addresses with any of them are rejected.
  if (/[\p{Cc}\s\\]/u.test(address)) return null
  return /^(?:https?:\/\/[^/?#]|mailto:[^\s]|\/(?!\/))/iu.test(address) ? address : null
}

/** Maps elements to allowed ones of similar meaning, so that pasted text keeps its structure. A page has one h1, its title. */
const sameAs = { h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3', b: 'strong', i: 'em', del: 's', strike: 's', div: 'p' } as const

const options: sanitizeHtml.IOptions = {
  allowedTags: [...htmlTags],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Removed with their content, which is not text of the author.
  nonTextTags: [
    'script',
    'style',
    'template',
    'noscript',
    'textarea',
    'option',
    'iframe',
    'object',
    'embed',
    'svg',
    'math',
    'title',
    'xmp',
  ],
  transformTags: {
    ...sameAs,
    a(_, { href }): sanitizeHtml.Tag {
      const address = safeHref(href)
      // `span` is not allowed, so the text stays without a link.
      return address === null
        ? { tagName: 'span', attribs: {} }
        : { tagName: 'a', attribs: { href: address, rel: 'noopener noreferrer nofollow' } }
    },
  },
}

/** Reduces rich text to the contract's `htmlTags` (spec/quality "HTML"). Idempotent. */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, options).trim()
}
