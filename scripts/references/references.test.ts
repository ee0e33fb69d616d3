import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callLabelsFile, callLabelsText } from './call-labels.ts'
import { selectListsFile, selectListsText } from './select-lists.ts'

test('references are chosen from the lists that the entities declare; otherwise: npm run generate:references', () => {
  expect(readFileSync(selectListsFile, 'utf8')).toBe(selectListsText())
})

test('the audit has the words that the endpoints declare; otherwise: npm run generate:references', () => {
  expect(readFileSync(callLabelsFile, 'utf8')).toBe(callLabelsText())
})
