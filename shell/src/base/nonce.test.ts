// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { giveStylesTheNonce, pageNonce } from './nonce.ts'

afterEach(() => {
  document.head.replaceChildren()
  Reflect.deleteProperty(document, 'createElement')
})

function says(content: string): void {
  const meta = document.createElement('meta')
  meta.name = 'csp-nonce'
  meta.content = content
  document.head.append(meta)
}

test('the page has the nonce that the gateway wrote, or none', () => {
  expect(pageNonce()).toBeUndefined()
  says('')
  expect(pageNonce()).toBeUndefined()
  document.head.replaceChildren()
  says('abc')
  expect(pageNonce()).toBe('abc')
})

test('every new style element gets the nonce, and no other element', () => {
  giveStylesTheNonce('abc')
  const nonceOf = (name: string) => document.createElement(name).getAttribute('nonce')
  expect(['style', 'STYLE', 'script', 'p'].map(nonceOf)).toEqual(['abc', 'abc', null, null])
})

test('without a nonce, elements are made as always', () => {
  const before = document.createElement
  giveStylesTheNonce(undefined)
  expect(document.createElement).toBe(before)
})
