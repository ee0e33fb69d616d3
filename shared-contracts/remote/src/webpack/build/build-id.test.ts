import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readPackage } from './build-id.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'package-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (adsite: unknown) =>
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@adsite/x', version: '1.0.0', adsite }))

it('reads the budget of a unit', () => {
  write({ role: 'area', budget: { kilobytes: 130 } })
  expect(readPackage(folder).adsite?.budget).toEqual({ kilobytes: 130 })
})

it.each([
  ['adsite.budget.kilobytes', { budget: { kilobytes: '130' } }],
  ['adsite.budget.kilobytes', { budget: {} }],
  ['adsite.budget', { budget: 130 }],
  ['adsite.budget.raised', { budget: { kilobytes: 1, raised: 5 } }],
  ['adsite.owner', { owner: ['ads'] }],
])('names the file and %s where that is wrong', (field, adsite) => {
  write(adsite)
  expect(() => readPackage(folder)).toThrow(`${join(folder, 'package.json')}: ${field}: Invalid`)
})
