import { afterEach } from 'vitest'
import { takeClashes } from './clashing-statements.ts'

/** The connection of a transaction takes one statement at a time. A test that sends two fails, and shows them. */
afterEach(() => {
  const [clash] = takeClashes()
  if (clash) throw clash
})
