const pauses = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/** How long to wait after a number of failed attempts (milliseconds). Jitter spreads the pages of all users. */
export function retryPause(failures: number): number {
  return (pauses[failures] ?? 30_000) * (0.75 + Math.random() / 2)
}
