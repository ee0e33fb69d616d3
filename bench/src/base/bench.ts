import type { Figure } from './figure.ts'

export interface BenchContext {
  /** How often each figure is measured. */
  readonly runs: number
  /** Tells what goes on, on standard error. */
  readonly progress: (line: string) => void
}

export interface Bench {
  readonly name: string
  /** One line of `--help`. */
  readonly summary: string
  readonly run: (context: BenchContext) => Promise<Figure[]>
}
