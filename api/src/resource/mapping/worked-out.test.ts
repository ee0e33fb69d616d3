import { expect, test } from 'vitest'
import { allMappings } from '../../testing/mappings.ts'

test('a field that lists read as it is stored is worked out for single records, and no other is', async () => {
  const found = (await allMappings()).map(({ mapping: { resource, workedOut = {} } }) => {
    const stored = Object.entries(resource.fields).flatMap(([name, field]) => (field.stored ? [name] : []))
    expect(Object.keys(workedOut), resource.name).toEqual(stored)
    return stored
  })
  expect(found.flat().toSorted()).toEqual(['effective_status', 'serving_status'])
})
