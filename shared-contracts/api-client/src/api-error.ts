import type { CallKind, ErrorBody, ErrorCode, Text } from '@adsite/contract'

/** A failed call: carries the API's error, or `network` / `unexpected` when the response is not a known error. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode | 'network' | 'unexpected'
  /** HTTP status; 0 when no response arrived. */
  readonly status: number
  /** Validation errors by field (or query parameter), in the user's language. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The current row, sent with `conflict`. */
  readonly current: Readonly<Record<string, unknown>> | undefined

  constructor(code: ApiError['code'], status: number, body: Pick<ErrorBody, 'message'> & Partial<ErrorBody>) {
    super(body.message)
    this.code = code
    this.status = status
    this.errors = body.errors ?? {}
    this.current = body.current
  }
}

/** Failure message for an unexpected status (spec/texts "Failures"), by kind of call. */
export const failureTexts: Readonly<Record<CallKind, Text>> = {
  list: { ja: 'リストの取得に失敗しました', en: 'The list could not be loaded.' },
  get: { ja: 'データの取得に失敗しました', en: 'The data could not be loaded.' },
  create: { ja: '作成に失敗しました', en: 'Creating failed.' },
  update: { ja: '更新に失敗しました', en: 'Updating failed.' },
  change: { ja: '変更に失敗しました', en: 'The change failed.' },
  delete: { ja: '削除に失敗しました', en: 'Deleting failed.' },
  invite: { ja: '招待に失敗しました', en: 'The invitation failed.' },
}
