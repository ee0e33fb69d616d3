/** Roboto in the specified weights (spec/api "Font"), from this build. */
const files: readonly (readonly [weight: string, file: URL])[] = [
  ['100', new URL('@fontsource/roboto/files/roboto-latin-100-normal.woff2', import.meta.url)],
  ['300', new URL('@fontsource/roboto/files/roboto-latin-300-normal.woff2', import.meta.url)],
  ['400', new URL('@fontsource/roboto/files/roboto-latin-400-normal.woff2', import.meta.url)],
  ['500', new URL('@fontsource/roboto/files/roboto-latin-500-normal.woff2', import.meta.url)],
  ['700', new URL('@fontsource/roboto/files/roboto-latin-700-normal.woff2', import.meta.url)],
  ['900', new URL('@fontsource/roboto/files/roboto-latin-900-normal.woff2', import.meta.url)],
]

/**
 * Registers the font: the build's own files, each fetched when a text needs its weight, or a provider's style
 * sheet. Nothing waits for it; if it does not load, the next font of the list applies.
 */
export function provideFont(stylesheet: string): void {
  if (stylesheet === '') {
    for (const [weight, { href }] of files) {
      document.fonts.add(new FontFace('Roboto', `url(${JSON.stringify(href)}) format('woff2')`, { weight, display: 'swap' }))
    }
    return
  }
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = stylesheet
  document.head.append(link)
}
