import { errors, type ErrorCode, type Text } from '@adsite/contract'

export interface RequestErrorDetails {
  /** Words of its own instead of the code's. */
  readonly message?: Text
  /** Faults by field: coded messages of the contract (`message('required')`), or words of their own. */
  readonly errors?: Readonly<Record<string, readonly (string | Text)[]>>
  /** The row as it is now, with `conflict`. */
  readonly current?: Readonly<Record<string, unknown>>
  /** Seconds after which another try makes sense (Retry-After). */
  readonly retryAfter?: number
}

/** The only way that a handler says no: a code of the contract's closed list. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: ErrorCode
  readonly details: RequestErrorDetails

  constructor(code: ErrorCode, details: RequestErrorDetails = {}) {
    super(errors[code].text.en)
    this.code = code
    this.details = details
  }
}
