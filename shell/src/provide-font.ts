/** Roboto in every weight (spec/api "Font"), from this build: less than two of its weights in files of their own. */
const variable = new URL('@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2', import.meta.url)

/**
 * Registers the font: the build's own file, fetched when a text needs it, or a provider's style sheet. Nothing waits
 * for it; if it does not load, the next font of the list applies.
 */
export function provideFont(stylesheet: string): void {
  if (stylesheet === '') {
    const source = `url(${JSON.stringify(variable.href)}) format('woff2')`
    document.fonts.add(new FontFace('Roboto', source, { weight: '100 900', display: 'swap' }))
    return
  }
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = stylesheet
  document.head.append(link)
}
