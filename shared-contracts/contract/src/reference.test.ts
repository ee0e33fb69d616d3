import { expect, test } from 'vitest'
import { ad, adArticle, adWhitelist, article, campaign, company, referenceEndpoint, space } from './index.ts'

test('every reference of a resource has a select list to choose from', () => {
  const targets = [campaign, ad, adWhitelist, article, adArticle, company, space].flatMap((resource) =>
    Object.values(resource.fields).flatMap((field) => (field.kind === 'reference' ? [field.target] : [])),
  )
  expect(targets).toContain('advertiser')
  for (const target of targets) expect(referenceEndpoint(target).path).toMatch(/\/select_list$/u)
})

test('a target without a select list is named', () => {
  expect(() => referenceEndpoint('moon')).toThrow('"moon"')
})
