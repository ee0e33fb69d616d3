/**
 * Returns `value`, which the caller knows to be present although its type allows null or undefined.
 *
 * @throws Error naming `what` if the value is absent, which is a programming error.
 */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`Missing: ${what}`)
  return value
}
