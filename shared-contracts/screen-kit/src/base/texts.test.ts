import { languages } from '@adsite/i18n'
import { expect, test } from 'vitest'
import { company } from '@adsite/contract'
import { bulkTexts } from '../list/bulk/texts.ts'
import { importTexts } from '../import/texts.ts'
import { viewTexts } from '../view/texts.ts'
import { recordTexts } from '../record/texts.ts'
import { uploadTexts } from '../upload/texts.ts'
import { entityParameters, labelParameters, kitTexts } from './texts.ts'

const tables = [kitTexts, bulkTexts, importTexts, recordTexts, uploadTexts, viewTexts].flatMap((texts) => Object.entries(texts))
const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/gu)].map(([, name]) => name)

test.each(tables)('%s has words in every language', (_, text) => {
  expect(Object.keys(text).toSorted()).toEqual([...languages].toSorted())
  for (const language of languages) expect(text[language].trim()).not.toBe('')
})

test.each(tables)('%s is given the same values in both languages, but for the forms of an entity', (_, { ja, en }) => {
  const forms = ['label', 'name', 'plural', 'several']
  const [inJapanese, inEnglish] = [ja, en].map((text) =>
    places(text)
      .map((place) => (forms.includes(place!) ? 'label' : place))
      .toSorted(),
  )
  expect(inEnglish).toEqual(inJapanese)
})

test.each([
  ['Company', 'company'],
  ['Ad space', 'ad space'],
  ['PTD', 'PTD'],
  ['E-mail', 'e-mail'],
])('%s inside a sentence', (label, name) => {
  expect(labelParameters(label)).toEqual({ label, name })
})

test('an entity brings its own plural', () => {
  expect(entityParameters(company, ({ en }) => en)).toEqual({
    label: 'Company',
    name: 'company',
    plural: 'Companies',
    several: 'companies',
  })
})
