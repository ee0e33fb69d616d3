import { htmlTags } from '@adsite/contract'
import sanitizeHtml from 'sanitize-html'

/** Where a link may lead: http, https, mailto, or a path of the own origin; never `//host`, which is another site. */
function safeHref(href: string | undefined): string | null {
  const address = (href ?? '').trim()
  // Browsers drop tabs and line ends, and read \ as /: what has any of them is not what it seems.
  if (/[\p{Cc}\s\\]/u.test(address)) return null
  return /^(?:https?:\/\/[^/?#]|mailto:[^\s]|\/(?!\/))/iu.test(address) ? address : null
}

/** Elements of like meaning, so that pasted text keeps its form; a page has one h1, its title. */
const sameAs = { h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3', b: 'strong', i: 'em', del: 's', strike: 's', div: 'p' } as const

const options: sanitizeHtml.IOptions = {
  allowedTags: [...htmlTags],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Their content is no text of the author: it goes with them.
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
      // `span` is not allowed: the words stay, without a link.
      return address === null
        ? { tagName: 'span', attribs: {} }
        : { tagName: 'a', attribs: { href: address, rel: 'noopener noreferrer nofollow' } }
    },
  },
}

/** Rich text with nothing in it but the contract's `htmlTags` (spec/quality "HTML"). Its own result stays as it is. */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, options).trim()
}
