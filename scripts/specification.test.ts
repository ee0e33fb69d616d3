import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

// How the specification is cited: docs/spec/README.md. This file names forbidden forms, so it is excluded.

interface Line {
  readonly at: string
  readonly text: string
}

const sources = globSync(
  [
    '*.{md,ts,yaml}',
    '.*.mjs',
    '{api,bench,docs,e2e,release,remote-*,scripts,shared-contracts,shell}/**/*.{ts,tsx,mjs,mts,css,html,sql,md,yml,conf}',
  ],
  // Migrations are immutable once they have run, including their citations.
  { exclude: ['**/node_modules/**', '**/dist/**', 'api/src/db/migrations/**', 'scripts/specification.test.ts'] },
).toSorted()

const contents = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]))
const lines: Line[] = [...contents].flatMap(([file, content]) =>
  content.split('\n').map((text, index) => ({ at: `${file}:${index + 1}`, text })),
)

const headingsOf = (content: string): string[] =>
  [...content.replaceAll(/^```[\s\S]*?^```/gmu, '').matchAll(/^#{1,6} (.+)$/gmu)].map(([, heading]) => heading!)

/** The anchor of a Markdown heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/gu, '-')

const pages = Object.fromEntries(
  [...contents].flatMap(([file, content]) => {
    const page = /^docs\/spec\/([a-z]+)\.md$/u.exec(file)?.[1]
    return page ? [[page, headingsOf(content)]] : []
  }),
)

describe('the specification', () => {
  test('has the pages that its index names', () => {
    const index = contents.get('docs/spec/README.md')!
    const named = [...index.matchAll(/^\| \[\w+\]\((\w+)\.md\)/gmu)].map(([, page]) => page!)
    expect(named.toSorted()).toEqual(Object.keys(pages).toSorted())
  })

  test.each(Object.entries(pages))('names each heading of %s once', (_, headings) => {
    expect(headings.length).toBeGreaterThan(5)
    expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([])
  })
})

describe('citations', () => {
  const cited = lines.flatMap(({ at, text }) =>
    [...text.matchAll(/(?<![\w-])spec\/([a-z]+)(?![\w.*])(?: "([^"]+)")?/gu)].map(([whole, page, heading]) => ({
      at,
      whole,
      page,
      heading,
    })),
  )

  test('name a page and a heading that are there', () => {
    expect(cited.length).toBeGreaterThan(300)
    const lost = cited.filter(({ page, heading }) => heading === undefined || !pages[page!]?.includes(heading))
    expect(lost.map(({ at, whole }) => `${at}: ${whole}`)).toEqual([])
  })

  test('have no other form', () => {
    // Names of the former specification documents; quoted ones are values of the product.
    const former = /(?<!['"\w])(?:SPEC|DOMAIN|PLATFORM|QUALITY|DESIGN|STYLE)(?![\w'":])/u
    // A page by its path, with a heading that nothing would resolve.
    const byPath = /docs\/spec\/[a-z]+\.md "/u
    const isOther = (text: string) => former.test(text) || byPath.test(text)
    expect(lines.filter(({ text }) => isOther(text)).map(({ at, text }) => `${at}: ${text.trim()}`)).toEqual([])
  })
})

test('every link of a document leads to a file, and to a heading of it', () => {
  const links = [...contents]
    .filter(([file]) => file.endsWith('.md'))
    .flatMap(([file, content]) =>
      [...content.matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/gu)].map(([, path, anchor]) => ({ file, path: path!, anchor })),
    )
  expect(links.length).toBeGreaterThan(80)
  const lost = links.filter(({ file, path, anchor }) => {
    const target = path === '' ? file : normalize(join(dirname(file), path))
    if (anchor === undefined) return globSync(target).length === 0
    return !headingsOf(contents.get(target) ?? '').some((heading) => anchorOf(heading) === anchor)
  })
  expect(lost).toEqual([])
})

describe('texts that users see', () => {
  const code = [...contents].filter(([file]) => /\.tsx?$/u.test(file)).map(([, content]) => content)
  const rows = contents
    .get('docs/spec/texts.md')!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, , ja]) => ja !== 'Japanese')

  test('stand in the code to the letter, in both languages together', () => {
    expect(rows.length).toBeGreaterThan(60)
    const lost = rows.filter(([, , ja, en]) => !code.some((content) => content.includes(ja!) && content.includes(en!)))
    expect(lost.map(([, what]) => what)).toEqual([])
  })
})
