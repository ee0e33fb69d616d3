import { htmlTags } from '@adsite/contract'
import { createElement, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

const known: readonly string[] = htmlTags
const empty: readonly string[] = ['br', 'hr']
/** What is in these is no text. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math', 'title', 'textarea'])

/** Where a link may lead: the web, a mail, a page of the site. Never `javascript:`, never `//host`. */
export function safeHref(href: string | null): string | null {
  const address = (href ?? '').trim()
  if (/^(?:https?:\/\/[^\s/]|mailto:[^\s])/iu.test(address)) return address
  return /^\/(?![/\\])/u.test(address) && !/[\s\\]/u.test(address) ? address : null
}

function linkOf(element: Element, children: ReactNode, key: number): ReactNode {
  const href = safeHref(element.getAttribute('href'))
  if (href === null) return createElement(Fragment, { key }, children)
  // A page of the site is gone to as by any link of it, without loading everything anew.
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
  // What is not known lends its text, and nothing else.
  return createElement(known.includes(name) ? name : Fragment, { key }, children)
}

function nodesOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map(nodeOf)
}

/**
 * HTML as React elements, made one by one of the few that the contract names, without any attribute but a safe
 * address: whatever the string holds, no markup of it enters the page (spec/quality "HTML"). It is read in a document
 * that runs and loads nothing.
 */
export function htmlNodes(html: string): ReactNode {
  return nodesOf(new DOMParser().parseFromString(html, 'text/html').body)
}
