import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routeNamesFile, routeNamesText } from './route-names.ts'

test('the compiler knows the routes as the areas declare them; otherwise: npm run generate:routes', async () => {
  expect(readFileSync(routeNamesFile, 'utf8')).toBe(await routeNamesText())
})
