import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { eventTargets } from '../entities/site/event-target.ts'
import { allResources } from '../testing/resources.ts'
import { pageless } from './target-route.ts'

const routes = readFileSync(fileURLToPath(new URL('./route-name.ts', import.meta.url)), 'utf8')

test('whatever a field refers to has a page, or is known to have none', () => {
  const ofFields = allResources.flatMap(({ fields }) => Object.values(fields).flatMap(({ target }) => target ?? []))
  const ofEvents = Object.entries(eventTargets).map(([word, named]) => ('target' in named ? named.target : word))
  const targets = new Set([...ofFields, ...ofEvents])
  expect(targets.size).toBeGreaterThan(10)
  expect([...targets].filter((target) => !routes.includes(`'${target}.detail'`)).toSorted()).toEqual(pageless.toSorted())
})
