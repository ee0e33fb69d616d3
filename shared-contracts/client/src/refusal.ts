import { isKeyOf, isObject, errors, type ErrorCode } from '@adsite/contract'

/** A call that the API refused. Branch on `code`, never on the message, which is in the language of the client. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** A code of the contract's closed list; null if something before the API answered, or a later version. */
  readonly code: ErrorCode | null
  /** What is wrong, by field of the body or parameter of the query. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** What support finds the call by. */
  readonly requestId: string | null
  /** Seconds after which the call may be made again; null: not told. */
  readonly retryAfter: number | null

  constructor(response: Response, answer: unknown) {
    const body = isObject(answer) ? answer : {}
    super(typeof body['message'] === 'string' ? body['message'] : `The API answered ${response.status}`)
    const { code, request_id } = body
    this.status = response.status
    this.code = typeof code === 'string' && isKeyOf(errors, code) ? code : null
    this.errors = fieldErrors(body['errors'])
    this.requestId = typeof request_id === 'string' ? request_id : null
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : null
  }
}

function fieldErrors(given: unknown): Record<string, string[]> {
  if (!isObject(given)) return {}
  return Object.fromEntries(
    Object.entries(given).map(([field, texts]) => [field, Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : []]),
  )
}
