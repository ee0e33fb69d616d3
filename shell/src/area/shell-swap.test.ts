// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { reloadDue } from './ShellSwap.tsx'

const own = '1.0.0-a'
const other = '1.1.0-b'

test('a page reloads for a change with --now that came after the last revision that named its shell, and for no other', () => {
  expect(reloadDue(undefined, own)).toBeNull()
  expect(reloadDue({ build: other, rev: 2, now: 2 }, null)).toBeNull()
  // The page is new, and its shell is live since a rollback with --now.
  expect(reloadDue({ build: own, rev: 5, now: 5 }, own)).toBeNull()
  // Promotions and plain rollbacks, which keep the former mark.
  expect(reloadDue({ build: other, rev: 6, now: 5 }, own)).toBeNull()
  expect(reloadDue({ build: other, rev: 6 }, own)).toBeNull()
  expect(reloadDue({ build: own, rev: 7, now: 5 }, own)).toBeNull()
  expect(reloadDue({ build: other, rev: 8, now: 8 }, own)).toBe(8)
  // It stays due while the page does not reload, whatever follows.
  expect(reloadDue({ build: other, rev: 9, now: 8 }, own)).toBe(8)
})
