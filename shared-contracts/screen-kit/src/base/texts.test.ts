import { languages } from '@adsite/i18n'
import { expect, test } from 'vitest'
import { entityParameters, kitTexts } from './texts.ts'

const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/gu)].map(([, name]) => name)

test.each(Object.entries(kitTexts))('%s has words in every language', (_, text) => {
  expect(Object.keys(text).toSorted()).toEqual([...languages].toSorted())
  for (const language of languages) expect(text[language].trim()).not.toBe('')
})

test.each(Object.entries(kitTexts))('%s is given the same values in both languages, but for the forms of an entity', (_, { ja, en }) => {
  const forms = ['label', 'name', 'plural']
  const [inJapanese, inEnglish] = [ja, en].map((text) =>
    places(text)
      .map((place) => (forms.includes(place!) ? 'label' : place))
      .toSorted(),
  )
  expect(inEnglish).toEqual(inJapanese)
})

test.each([
  ['Company', 'company', 'Companies'],
  ['Ad space', 'ad space', 'Ad spaces'],
  ['Medium', 'medium', 'Media'],
  ['PTD', 'PTD', 'PTDs'],
])('%s inside a sentence and for many', (label, name, plural) => {
  expect(entityParameters(label)).toEqual({ label, name, plural })
})
