import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { architecturePage, architectureText } from './architecture.ts'

const page = readFileSync(architecturePage, 'utf8')

test('the generated pictures match the code; otherwise run: npm run generate:docs', async () => {
  const text = await architectureText()
  expect(text).toContain('erDiagram')
  expect(page).toBe(text)
})

/** A section of the page by its heading, without subsections. */
const sectionOf = (heading: string) => page.split(/^## /mu).find((section) => section.startsWith(`${heading}\n`))!

interface Step {
  readonly symbol: string
  /** The files that the sentence names. */
  readonly files: readonly string[]
}

/** What the numbered steps name: `symbol`s, each declared in one of the files of its step. */
function stepsOf(section: string): Step[] {
  const items = section.split('\n').filter((line) => /^\d+\. /u.test(line))
  return items.flatMap((item) => {
    const files = [...item.matchAll(/\[[\w/.-]+\]\(\.\.\/([\w/.-]+)\)/gu)].map(([, file]) => file!)
    return [...item.matchAll(/`([A-Za-z]\w*)`/gu)].map(([, symbol]) => ({ symbol: symbol!, files }))
  })
}

function isDeclaredIn(file: string, symbol: string): boolean {
  const path = join(import.meta.dirname, '../..', file)
  if (!existsSync(path)) return false
  return new RegExp(`^(export )?(async )?(function|const|class|interface|type) ${symbol}\\b`, 'mu').test(readFileSync(path, 'utf8'))
}

describe.each(['The way of one request', 'The way of one release'])('%s', (heading) => {
  const section = sectionOf(heading)
  const steps = stepsOf(section)

  test('names symbols that the files of the same step declare', () => {
    expect(steps.length).toBeGreaterThan(10)
    const lost = steps.filter(({ symbol, files }) => !files.some((file) => isDeclaredIn(file, symbol)))
    expect(lost).toEqual([])
  })

  test('draws calls of functions that the steps explain', () => {
    const diagram = /```mermaid\n(sequenceDiagram[^]*?)```/u.exec(section)![1]!
    const drawn = [...diagram.matchAll(/(\w+)\(\)/gu)].map(([, name]) => name!)
    expect(drawn.length).toBeGreaterThan(5)
    const explained = new Set(steps.map(({ symbol }) => symbol))
    expect(drawn.filter((name) => !explained.has(name))).toEqual([])
  })
})
