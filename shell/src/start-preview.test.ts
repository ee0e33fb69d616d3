// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { startPreview } from './start-preview.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

test('is off without a script', () => {
  startPreview('')
  expect(document.querySelector('iframe')).toBeNull()
})

test('runs in a frame without an origin, and in no script of this page', () => {
  startPreview('https://ads.example/preview.js')
  const frame = document.querySelector('iframe')!
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts')
  expect(frame.getAttribute('src')).toBe('/preview-frame')
  expect(frame.hasAttribute('srcdoc')).toBe(false)
  expect(document.querySelector('script')).toBeNull()
})
