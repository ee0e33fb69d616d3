import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contractVersion } from '@adsite/remote/release-format'

// Keep a Changelog, as CONTRIBUTING "Changelogs" asks for. The areas' own are checked by remote-conformance.test.ts.

const groups = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

describe.each(['CHANGELOG.md', 'shared-contracts/CHANGELOG.md'])('%s', (file) => {
  const headings = [...readFileSync(file, 'utf8').matchAll(/^(##|###) (.+)$/gmu)].map(([, level, heading]) => ({
    level,
    heading: heading!,
  }))
  const versions = headings.filter(({ level }) => level === '##').map(({ heading }) => heading)

  test('begins with what is not released, then has one section per version with its day', () => {
    expect(versions[0]).toBe('[Unreleased]')
    for (const version of versions.slice(1)) expect(version).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/u)
  })

  test('groups changes by their kind', () => {
    const used = headings.filter(({ level }) => level === '###').map(({ heading }) => heading)
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((heading) => !groups.includes(heading))).toEqual([])
  })
})

test('shared-contracts/CHANGELOG.md says what the version of the contract has changed', () => {
  const [, newest] = [...readFileSync('shared-contracts/CHANGELOG.md', 'utf8').matchAll(/^## \[([^\]]+)\]/gmu)].map(
    ([, version]) => version,
  )
  expect(newest).toBe(contractVersion)
})
