import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { selectListsFile, selectListsText } from './select-lists.ts'

test('references are chosen from the lists that the entities declare; otherwise: npm run generate:references', () => {
  expect(readFileSync(selectListsFile, 'utf8')).toBe(selectListsText())
})
