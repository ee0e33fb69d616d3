/**
 * Returns `value`, which the caller knows to be present although its type does not say so.
 *
 * @throws Error naming `what`, when the value is absent after all: a programming error, never a user's.
 */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`Missing: ${what}`)
  return value
}
