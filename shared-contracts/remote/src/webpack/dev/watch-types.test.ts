import { expect, it } from 'vitest'
import { errorReader } from './watch-types.ts'

it('the errors of each check are answered at its end, with the further lines of their messages', () => {
  const read = errorReader()
  const answers = [
    '12:00:01 PM - Starting compilation in watch mode...',
    '',
    "src/area.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    "  The expected type comes from property 'id'.",
    'error TS6053: File not found.',
    '12:00:02 PM - Found 2 errors. Watching for file changes.',
    '12:00:05 PM - File change detected. Starting incremental compilation...',
    '12:00:05 PM - Found 0 errors. Watching for file changes.',
  ].map(read)
  expect(answers.filter((errors) => errors !== null)).toEqual([
    [
      "src/area.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\n  The expected type comes from property 'id'.",
      'error TS6053: File not found.',
    ],
    [],
  ])
})
