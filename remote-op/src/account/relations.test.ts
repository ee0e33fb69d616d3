import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { relationsOf } from './relations.ts'

describe.each(Object.entries(relationsOf))('what belongs to an account: %s', (_, relations) => {
  it.each(relations(7).map((relation) => [relation.resource.name, relation] as const))('%s', (_name, { list, query }) => {
    // If the API rejected the query, the section would report invalid input.
    expect(v.safeParse(list.query!, query).issues).toBeUndefined()
  })
})
