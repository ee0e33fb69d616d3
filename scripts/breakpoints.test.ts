import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** sm, md, lg, xl, xxl (spec/site "Breakpoints"). */
const breakpoints = [600, 960, 1280, 1920, 2560]
const files = globSync('{shell,remote-*,shared-contracts/*}/src/**/*.{css,ts,tsx}').filter((file) => !file.includes('.test.'))
const widthsIn = (text: string) =>
  [...text.matchAll(/@media[^{]*\{|'\([^']*width:[^']*\)'/gu)].flatMap(([query]) =>
    [...query.matchAll(/width[^\d)]*(\d+(?:\.\d+)?)px/gu)].map(([, width]) => ({ query, width: Number(width) })),
  )
const queries = files.flatMap((file) => widthsIn(readFileSync(file, 'utf8')).map((found) => ({ file, ...found })))

test('layouts change at the specified widths and at no others', () => {
  expect(queries.length).toBeGreaterThan(10)
  // "Below" is written as `width < 600px`, or as a maximum width of 599.98 px.
  expect(queries.filter(({ width }) => !breakpoints.includes(width) && !breakpoints.includes(width + 0.02))).toEqual([])
})
