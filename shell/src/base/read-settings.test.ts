// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { giveStylesTheNonce, pageNonce } from './nonce.ts'
import { readSettings } from './read-settings.ts'

afterEach(() => {
  document.head.innerHTML = ''
})

const defaults = { defaultLanguage: 'en', apiOrigin: '', releaseKeys: [], keyUnits: {}, fontStylesheet: '', previewScript: '' }

function write(text: string): void {
  document.head.innerHTML = `<script type="application/json" id="site-settings">${text}</script>`
}

test('reads what the page carries', () => {
  const settings = {
    defaultLanguage: 'ja',
    apiOrigin: 'https://api.example',
    releaseKeys: ['AAAA'],
    keyUnits: { AAAA: ['ad'] },
    fontStylesheet: 'https://fonts.example/css2',
    previewScript: 'https://ads.example/preview.js',
  }
  write(JSON.stringify(settings))
  expect(readSettings()).toEqual(settings)
})

test.each(['', '{', '[]', '{"defaultLanguage":"fr"}', 'null'])('falls back to the defaults on %j', (text) => {
  write(text)
  expect(readSettings()).toEqual(defaults)
})

test('falls back where the page carries nothing', () => {
  expect(readSettings()).toEqual(defaults)
})

test('gives the nonce to styles, and only to styles', () => {
  document.head.innerHTML = '<meta name="csp-nonce" content="abc">'
  giveStylesTheNonce(pageNonce())
  expect(document.createElement('style').getAttribute('nonce')).toBe('abc')
  expect(document.createElement('script').getAttribute('nonce')).toBeNull()
})
