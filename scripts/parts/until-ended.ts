/** Calls `end` once, when the process is asked to end or the process that supervises it is gone. */
export function untilEnded(end: () => Promise<void>): void {
  let ending = false
  const stop = () => {
    if (ending) return
    ending = true
    void end().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
}
