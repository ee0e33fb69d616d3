import { expect, test } from 'vitest'
import { report } from './report.ts'

const outage = { name: 'server', calls: 40, failed: 3, answers: { 503: 3 }, until: 6.3, silent: 7, whole: 13.1 }
const result = { outages: [outage], acknowledged: { campaigns: 9, files: 2, mails: 1 }, calls: 50, problems: [] }

test('a run that held ends with what was found again', () => {
  const lines = report(result).trimEnd().split('\n')
  expect(lines[1]?.split(/ {2,}/u)).toEqual(['server', '40', '3', '3 × 503', '6.3 s', '7 s', '13.1 s'])
  expect(lines.at(-1)).toBe('9 campaigns, 2 delivery files and 1 mails were acknowledged in 50 calls, and all are there once.')
})

test('a run that did not hold ends with what is wrong, and does not say that all is there', () => {
  const text = report({ ...result, problems: ['The campaign "x" was acknowledged and is lost.'] })
  expect(text).toContain('50 calls.\n\nThe campaign "x" was acknowledged and is lost.\n')
  expect(text).not.toContain('all are there')
})
