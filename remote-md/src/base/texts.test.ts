import { languages } from '@adsite/i18n'
import { expect, test } from 'vitest'
import { texts } from './texts.ts'

const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/gu)].map(([, name]) => name).toSorted()

test.each(Object.entries(texts))('%s is written in every language, with the same values', (_, text) => {
  expect(Object.keys(text).toSorted()).toEqual([...languages].toSorted())
  expect(text.ja.trim() && text.en.trim()).not.toBe('')
  expect(places(text.ja)).toEqual(places(text.en))
})
