// @vitest-environment jsdom
import type { ReleaseChange, ReleaseLoads, ReleaseUnitWithLoads } from '@adsite/contract'
import { expect, test } from 'vitest'
import { describeChange } from './base/describe.ts'
import { rowsOf } from './base/rows.ts'
import type { ReleaseText } from './base/texts.ts'
import { byDefault, isChosen, startOf } from './draft.ts'
import { obstacle } from './UnitCard.tsx'

const [a, b, c] = ['1.0.0-a', '1.1.0-b', '1.2.0-c']
const unit: ReleaseUnitWithLoads = {
  unit: 'ad',
  title: null,
  owner: null,
  can_try: true,
  is_protected: false,
  rev: 7,
  stable: b,
  canary: null,
  last_known_good: [a],
  bad: [],
  way_back: { build: a, passed_over: [], command: null },
  frozen: false,
  changed: null,
  fault: null,
  loads: [],
}
const trial = { build: c, percent: 12.5, accounts: [4, 9] }
const change: ReleaseChange = {
  rev: 7,
  at: '2026-09-01T00:00:00.000Z',
  who: 'mika',
  automatic: false,
  why: null,
  action: 'rollback',
  from: b,
  to: b,
  canary: null,
  ended_canary: c,
  took_effect: true,
  evidence: null,
}
const text: ReleaseText = (key) => key

test('a change of a trial begins with its build, share and accounts, a new one with a small share of nobody named', () => {
  expect(startOf('canary', { ...unit, canary: trial })).toMatchObject({ build: c, share: '12.5', accounts: [4, 9] })
  expect(startOf('canary', unit)).toMatchObject({ build: null, share: '5', accounts: [] })
})

test('a rollback begins with the usual way back, where there is one', () => {
  const nowhere = { build: null, passed_over: [], command: null }
  expect(startOf('rollback', unit).build).toBe(byDefault)
  expect(startOf('rollback', { ...unit, canary: trial, way_back: nowhere }).build).toBe(byDefault)
  expect(startOf('rollback', { ...unit, way_back: nowhere }).build).toBeNull()
  expect(isChosen('rollback', startOf('rollback', { ...unit, way_back: nowhere }), b)).toBe(false)
})

test('what can be done: a trial can be ended by a rollback, however little is known to be good', () => {
  const alone = { ...unit, last_known_good: [] }
  expect(obstacle('rollback', alone, text)).toBe('why_single')
  expect(obstacle('rollback', { ...alone, canary: trial }, text)).toBeUndefined()
  expect(obstacle('promote', { ...unit, frozen: true }, text)).toBe('why_frozen')
  expect(obstacle('rollback', { ...unit, frozen: true }, text)).toBeUndefined()
  expect(obstacle('promote', { ...unit, is_protected: true }, text)).toBe('why_protected')
})

test('a rollback that only ended a trial is told from one that left the build of all, too', () => {
  expect(describeChange(change, text, 'en')).toBe('change_ended')
  expect(describeChange({ ...change, to: a }, text, 'en')).toBe('change_rollback')
})

test('besides what runs and the way back, builds are listed that pages still run, and of the others those reported last', () => {
  const reported = (build: string): ReleaseLoads => ({ build, worked: 1, failed: 0, accounts: 1, failing_accounts: 0 })
  const loads = ['o1', 'o2', b, 'o3', 'o4', 'o5'].map((build) => reported(build))
  const rows = rowsOf({ ...unit, canary: trial, bad: ['o4'], loads, open: [{ build: 'o1', pages: 2 }] })
  expect(rows.map(({ kind, build, pages }) => [kind, build, pages])).toEqual([
    ['others', b, 0],
    ['trial', c, 0],
    ['good', a, 0],
    ['earlier', 'o1', 2],
    ['earlier', 'o3', 0],
    ['bad', 'o4', 0],
    ['earlier', 'o5', 0],
  ])
})
