import * as v from 'valibot'

/** Data passed between screens outside the URL, where nobody else can read it. */
interface HandOver {
  readonly email?: string
  readonly token?: string
  /** Why a sign-in with a provider failed. */
  readonly refusal?: string
  /** A sign-in with a provider lacks something, or is what comes next. */
  readonly step?: 'lacking' | 'provider'
}

const textOrEmpty = v.fallback(v.optional(v.string(), ''), '')
const handOverSchema = v.fallback(v.object({ email: textOrEmpty, token: textOrEmpty, refusal: textOrEmpty, step: textOrEmpty }), {
  email: '',
  token: '',
  refusal: '',
  step: '',
})

function read(state: unknown, name: keyof HandOver): string {
  return v.parse(handOverSchema, state)[name]
}

/** Returns its argument, checking its type. */
export function handOver(given: HandOver): HandOver {
  return given
}

/** The e-mail address passed to a screen; '' if none. */
export function emailOf(state: unknown): string {
  return read(state, 'email')
}

/** The mailed token that a screen holds; '' if none. */
export function tokenOf(state: unknown): string {
  return read(state, 'token')
}

/** Why a sign-in with a provider failed; null: none did. */
export function refusalOf(state: unknown): string | null {
  return read(state, 'refusal') || null
}

/** Whether the company's provider is where to sign in. */
export function isWithProvider(state: unknown): boolean {
  return read(state, 'step') === 'provider'
}

/** Whether a sign-in with a provider lacks something. */
export function isLacking(state: unknown): boolean {
  return read(state, 'step') === 'lacking'
}
