// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { giveStylesTheNonce, pageNonce } from './nonce.ts'
import { readSettings } from './settings.ts'

afterEach(() => {
  document.head.innerHTML = ''
})

function write(text: string): void {
  document.head.innerHTML = `<script type="application/json" id="site-settings">${text}</script>`
}

test('reads what the page carries', () => {
  write('{"defaultLanguage":"ja","apiOrigin":"https://api.example"}')
  expect(readSettings()).toEqual({ defaultLanguage: 'ja', apiOrigin: 'https://api.example' })
})

test.each(['', '{', '[]', '{"defaultLanguage":"fr"}', 'null'])('falls back to the defaults on %j', (text) => {
  write(text)
  expect(readSettings()).toEqual({ defaultLanguage: 'en', apiOrigin: '' })
})

test('falls back where the page carries nothing', () => {
  expect(readSettings()).toEqual({ defaultLanguage: 'en', apiOrigin: '' })
})

test('gives the nonce to styles, and only to styles', () => {
  document.head.innerHTML = '<meta name="csp-nonce" content="abc">'
  giveStylesTheNonce(pageNonce())
  expect(document.createElement('style').getAttribute('nonce')).toBe('abc')
  expect(document.createElement('script').getAttribute('nonce')).toBeNull()
})
