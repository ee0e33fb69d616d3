import { errors, type ErrorCode, type Text } from '@adsite/contract'

export interface RequestErrorDetails {
  /** Overrides the text of the code. */
  readonly message?: Text
  /** Messages by field: coded messages of the contract (`message('required')`) or own texts. */
  readonly errors?: Readonly<Record<string, readonly (string | Text)[]>>
  /** The current row, with `conflict`. */
  readonly current?: Readonly<Record<string, unknown>>
  /** Seconds after which a retry makes sense (Retry-After). */
  readonly retryAfter?: number
}

/** The only error that handlers throw on purpose; its code is from the contract's closed list. */
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
