import { join } from 'node:path'
import { expect, test } from 'vitest'
import { playwrightFailures, unexplainedFailure, vitestFailures } from './failures.mjs'
import { root } from './tools.mjs'

test('a failed test of Vitest is told by file, name and message, without colours', () => {
  const passed = { status: 'passed', fullName: 'adds', failureMessages: [] }
  const failed = { status: 'failed', fullName: 'sums up', failureMessages: ['\u001B[31mexpected 1 to be 2\u001B[39m\n at line 3'] }
  const report = {
    testResults: [
      { name: join(root, 'api/src/sum.test.ts'), status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: join(root, 'api/src/other.test.ts'), status: 'passed', message: '', assertionResults: [passed] },
    ],
  }
  expect(vitestFailures(report)).toEqual(['api/src/sum.test.ts › sums up\n  expected 1 to be 2\n   at line 3'])
})

test('a file that Vitest could not load is told', () => {
  const report = { testResults: [{ name: join(root, 'a.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] }] }
  expect(vitestFailures(report)).toEqual(['a.test.ts › the whole file\n  Cannot find module'])
})

test('a failed test of Playwright is told, however deep its suite', () => {
  const spec = (title: string, ok: boolean) => ({
    file: 'journeys/order.spec.ts',
    title,
    ok,
    tests: [{ results: [{ errors: ok ? [] : [{ message: 'Timeout' }, {}] }] }],
  })
  const report = { suites: [{ specs: [spec('signs in', true)], suites: [{ specs: [spec('orders', false)] }] }] }
  expect(playwrightFailures(report)).toEqual(['e2e/journeys/order.spec.ts › orders\n  Timeout\n  '])
})

test('a suite that fails without a failed test is told by what it printed last', () => {
  const output = `${Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n')}\nUnhandled Error\n`
  const told = unexplainedFailure('Unit tests', 1, output).split('\n')
  expect(told).toHaveLength(61)
  expect(told.at(0)).toContain('status 1')
  expect(told.at(-1)).toBe('  Unhandled Error')
})
