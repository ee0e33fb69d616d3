import { required } from '@adsite/contract'

/** One line of the table: a measurement beside its comparison from the same run. */
export interface Figure {
  /** What was measured, such as `admin: page 1,000`. */
  readonly name: string
  /** The unit of every number in this line. */
  readonly unit: 'ms' | 's' | 'rows/s' | 'requests/s' | 'kB' | 'MB' | 'count'
  /** The median of the runs; for throughput and sizes, the only value. */
  readonly ours: number
  /** The 95th percentile. */
  readonly p95?: number
  /** The same for the comparison (a plain SQL query, COPY, a bare page). */
  readonly beside?: { readonly what: string; readonly value: number; readonly p95?: number }
  /** The median of the statements that ours sends to the database, sent directly. */
  readonly ownSql?: number
  /** The target, and whether it was met. */
  readonly target?: { readonly text: string; readonly met: boolean }
}

export interface BenchResult {
  readonly bench: string
  readonly figures: readonly Figure[]
}

export interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Nearest-rank percentiles; the values need not be sorted. */
export function percentiles(values: readonly number[]): Percentiles {
  if (values.length === 0) throw new Error('Nothing was measured')
  const sorted = [...values].toSorted((a, b) => a - b)
  const at = (share: number) => required(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)], 'the value at a rank')
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
