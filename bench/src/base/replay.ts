import type { BenchDatabase } from './database.ts'
import type { Statement } from './record-statements.ts'

/** Groups statements that were in flight at the same time, in order of their start. */
export function wavesOf(statements: readonly Statement[]): Statement[][] {
  const waves: Statement[][] = []
  let ended = 0
  for (const statement of statements.toSorted((a, b) => a.began - b.began)) {
    const wave = waves.at(-1)
    if (!wave || statement.began >= ended) waves.push([statement])
    else wave.push(statement)
    ended = Math.max(ended, statement.ended)
  }
  return waves
}

type Config = Statement['config']

/** A transaction uses one connection. */
async function inTransaction(pool: BenchDatabase['pool'], waves: readonly (readonly Config[])[]): Promise<void> {
  const client = await pool.connect()
  try {
    for (const config of waves.flat()) await client.query(config)
  } finally {
    client.release()
  }
}

/**
 * Sends the same statements directly, with the concurrency of the original. `change` supplies the values of a
 * turn, for what can only be written once.
 */
export function replay(
  pool: BenchDatabase['pool'],
  statements: readonly Statement[],
  change = (value: unknown) => value,
): () => Promise<void> {
  const waves = wavesOf(statements).map((wave) => wave.map(({ config }) => config))
  const writes = waves.flat().some(({ text }) => /^begin\b/iu.test(text))
  return async () => {
    const changed = waves.map((wave) => wave.map((config): Config => ({ ...config, values: config.values.map(change) })))
    if (writes) return inTransaction(pool, changed)
    for (const wave of changed) await Promise.all(wave.map((config) => pool.query(config)))
  }
}
