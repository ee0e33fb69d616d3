import { expect, test } from 'vitest'
import { csvFault } from '../index.ts'

test.for([
  ['day,campaign,imps', null],
  ['day,campaign;1,imps\t', null],
  ['"a;b",c', null],
  ['"a;b"', null],
  ['imps', null],
  ['', null],
  ['day,campaign\r2026-01-01,春', 'line_ends'],
  ['"day","campaign"\r"2026-01-01","春"', 'line_ends'],
  ['"a\rb",c\r', null],
  ['day\tcampaign\timps', 'tabs'],
  ['"day, long"\tcampaign', 'tabs'],
  ['day;campaign;imps', 'semicolons'],
  ['"day";"campaign"', 'semicolons'],
] as const)('%j: %s', ([line, fault]) => {
  expect(csvFault(line)).toBe(fault)
})
