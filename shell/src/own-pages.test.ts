// @vitest-environment jsdom
import type { RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { ownPages } from './own-pages.ts'
import { routes } from './routes.tsx'

const pathsOf = (table: readonly RouteObject[]): string[] =>
  table.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...pathsOf(children ?? [])])

test('every route of the shell begins with a segment that the gateway is told of', () => {
  const segments = pathsOf(routes).flatMap((path) => path.split('/')[1] ?? [])
  expect(new Set(segments)).toEqual(new Set(Object.keys(ownPages)))
})
