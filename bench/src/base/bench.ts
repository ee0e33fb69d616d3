import type { Figure } from './figure.ts'

export interface BenchContext {
  /** Number of measurements per figure. */
  readonly runs: number
  /** Facts of the databases that a bench fills itself. */
  readonly facts: number
  /** Reports progress on standard error. */
  readonly progress: (line: string) => void
}

export interface Bench {
  readonly name: string
  /** One line of `--help`. */
  readonly summary: string
  readonly run: (context: BenchContext) => Promise<Figure[]>
}
