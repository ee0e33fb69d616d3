import { errors, type ErrorCode } from '@adsite/contract'

export interface RefusalDetails {
  /** Faults by field, as coded messages of the contract (`message('required')`). */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  /** The row as it is now, with `conflict`. */
  readonly current?: Readonly<Record<string, unknown>>
  /** Seconds after which another try makes sense (Retry-After). */
  readonly retryAfter?: number
}

/** The only way that a handler says no: a code of the contract's closed list. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(errors[code].text.en)
    this.code = code
    this.details = details
  }
}
