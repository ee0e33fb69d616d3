import { retryPause } from './retry-pause.ts'

/**
 * Calls `attempt` after a pause, and again after longer ones until it returns true or the returned function is called.
 * When the browser is online again, the pause is over. `failures`: attempts that have failed before, which make the first pause
 * longer.
 */
export function tryAgain(attempt: () => Promise<boolean>, failures = 0): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  let trying = false
  function wait(): void {
    timer = setTimeout(() => void run(), retryPause(failures++))
  }
  async function run(): Promise<void> {
    clearTimeout(timer)
    if (trying) return
    trying = true
    const succeeded = await attempt()
    trying = false
    if (ended) return
    if (succeeded) end()
    else wait()
  }
  const atOnce = () => void run()
  function end(): void {
    ended = true
    clearTimeout(timer)
    window.removeEventListener('online', atOnce)
  }
  window.addEventListener('online', atOnce)
  wait()
  return end
}
