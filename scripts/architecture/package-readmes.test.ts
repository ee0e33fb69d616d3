import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../remotes.ts'
import { packagesOf } from './packages-diagram.ts'

const packages = packagesOf(root).filter(({ role }) => role !== undefined)

test('the workspace has packages', () => {
  expect(packages.length).toBeGreaterThan(10)
})

describe.each(packages)('$folder', ({ folder }) => {
  const file = join(root, folder, 'README.md')

  test('has a README with what it offers, where to start reading and how to test it', () => {
    expect(existsSync(file), `write ${folder}/README.md, like remote-ad/README.md`).toBe(true)
    const text = readFileSync(file, 'utf8')
    const headings = [...text.matchAll(/^#+ .+$/gmu)].map(([heading]) => heading)
    expect(headings.slice(1)).toEqual(['## Public surface', '## Start reading', '## Test'])
    const lines = text.trimEnd().split('\n').length
    expect(lines).toBeGreaterThanOrEqual(15)
    expect(lines).toBeLessThanOrEqual(40)
  })
})
