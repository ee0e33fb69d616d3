import type { BenchDatabase } from './database.ts'
import type { Statement } from './record-statements.ts'

/** Statements that were under way at the same time, in the order in which they began. */
export function wavesOf(statements: readonly Statement[]): Statement[][] {
  const waves: Statement[][] = []
  let ended = 0
  for (const statement of statements.toSorted((a, b) => a.began - b.began)) {
    if (statement.began >= ended) waves.push([])
    waves.at(-1)!.push(statement)
    ended = Math.max(ended, statement.ended)
  }
  return waves
}

/** The same statements by hand: those together that were sent together, the others after one another. */
export function replay(pool: BenchDatabase['pool'], statements: readonly Statement[]): () => Promise<void> {
  const waves = wavesOf(statements)
  return async () => {
    for (const wave of waves) await Promise.all(wave.map(({ config }) => pool.query(config)))
  }
}
