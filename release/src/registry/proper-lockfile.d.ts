/** The package has no types; this declares the part in use. */
declare module 'proper-lockfile' {
  interface LockOptions {
    /** Age in ms from which a lock counts as left behind by a dead process. */
    stale?: number
    realpath?: boolean
    lockfilePath?: string
    retries?: { retries: number; factor: number; minTimeout: number; maxTimeout: number }
    onCompromised?: (error: Error) => void
  }
  const lockfile: { lock(file: string, options?: LockOptions): Promise<() => Promise<void>> }
  export default lockfile
}
