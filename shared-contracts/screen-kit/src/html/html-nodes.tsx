import { htmlTags } from '@adsite/contract'
import { createElement, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

const known: readonly string[] = htmlTags
const empty: readonly string[] = ['br', 'hr']
/** The content of these elements is not text. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math', 'title', 'textarea'])

/** Allowed link targets: web, mail, and pages of the site. Never `javascript:`, never `//host`. */
export function safeHref(href: string | null): string | null {
  const address = (href ?? '').trim()
  if (/^(?:https?:\/\/[^\s/]|mailto:[^\s])/iu.test(address)) return address
  return /^\/(?![/\\])/u.test(address) && !/[\s\\]/u.test(address) ? address : null
}

function linkOf(element: Element, children: ReactNode, key: number): ReactNode {
  const href = safeHref(element.getAttribute('href'))
  if (href === null) return createElement(Fragment, { key }, children)
  // Links to the site use the router, without a full page load.
  if (href.startsWith('/')) return createElement(Link, { key, to: href }, children)
  return createElement('a', { key, href, target: '_blank', rel: 'noopener noreferrer' }, children)
}

function nodeOf(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const name = node.localName
  if (silent.has(name)) return null
  if (empty.includes(name)) return createElement(name, { key })
  const children = nodesOf(node)
  if (name === 'a') return linkOf(node, children, key)
  // Unknown elements contribute only their text.
  return createElement(known.includes(name) ? name : Fragment, { key }, children)
}

function nodesOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map(nodeOf)
}

/**
 * Converts HTML to React elements. Creates only the elements that the contract lists, without attributes except
 * safe URLs, so no markup of the string enters the page (spec/quality "HTML"). Parses it in an inert document
 * that runs no scripts and loads nothing.
 */
export function htmlNodes(html: string): ReactNode {
  return nodesOf(new DOMParser().parseFromString(html, 'text/html').body)
}
