import * as v from 'valibot'

/** What one screen hands to the next beside the address, where nobody else reads it. */
interface HandOver {
  readonly email?: string
  readonly token?: string
}

const textOrEmpty = v.fallback(v.optional(v.string(), ''), '')
const handOverSchema = v.fallback(v.object({ email: textOrEmpty, token: textOrEmpty }), { email: '', token: '' })

function read(state: unknown, name: keyof HandOver): string {
  return v.parse(handOverSchema, state)[name]
}

/** Typed for the screen that gives it. */
export function handOver(given: HandOver): HandOver {
  return given
}

/** The e-mail address that a screen was given; '' when none. */
export function emailOf(state: unknown): string {
  return read(state, 'email')
}

/** The mailed token that a screen keeps; '' when none. */
export function tokenOf(state: unknown): string {
  return read(state, 'token')
}
