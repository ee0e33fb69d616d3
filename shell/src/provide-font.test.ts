// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { provideFont } from './provide-font.ts'

class FakeFontFace {
  readonly family: string
  readonly source: string
  readonly descriptors: FontFaceDescriptors
  constructor(family: string, source: string, descriptors: FontFaceDescriptors) {
    this.family = family
    this.source = source
    this.descriptors = descriptors
  }
}

const added: FakeFontFace[] = []

vi.stubGlobal('FontFace', FakeFontFace)
Object.defineProperty(document, 'fonts', { value: { add: (face: FakeFontFace) => added.push(face) } })

afterEach(() => {
  added.length = 0
  document.head.innerHTML = ''
})

test('the build’s own Roboto in all weights, and no other host', () => {
  provideFont('')
  expect(added.map(({ family, descriptors }) => [family, descriptors.weight])).toEqual([['Roboto', '100 900']])
  expect(added[0]!.source).toContain('roboto-latin-wght-normal.woff2')
  expect(document.querySelector('link')).toBeNull()
})

test('a provider’s style sheet instead', () => {
  provideFont('https://fonts.example/css2?family=Roboto')
  expect(document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href).toBe('https://fonts.example/css2?family=Roboto')
  expect(added).toEqual([])
})
