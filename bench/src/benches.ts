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

/** Every bench, in the order in which `pnpm bench` runs them; each is loaded when it is run. */
export const benches: readonly Bench[] = [
  {
    name: 'lists',
    summary: 'pages of big lists: first, filtered, sorted, searched, page 1,000 deep',
    run: async (context) => (await import('./lists.ts')).lists(context),
  },
  {
    name: 'reports',
    summary: 'delivery by day, campaign and space over thirteen months',
    run: async (context) => (await import('./reports.ts')).reports(context),
  },
]
