import type { CallKind, ErrorBody, ErrorCode, Text } from '@adsite/contract'

/** A call that did not work: what the API said, or `network` / `unexpected` when it said nothing we know. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode | 'network' | 'unexpected'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Faults by field (or query parameter), in the reader's language. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The row as it is now, with `conflict`. */
  readonly current: Readonly<Record<string, unknown>> | undefined

  constructor(code: ApiError['code'], status: number, body: Pick<ErrorBody, 'message'> & Partial<ErrorBody>) {
    super(body.message)
    this.code = code
    this.status = status
    this.errors = body.errors ?? {}
    this.current = body.current
  }
}

/** What an unexpected success status is called (spec/texts "Failures"), by the kind of call. */
export const failureTexts: Readonly<Record<CallKind, Text>> = {
  list: { ja: 'リストの取得に失敗しました', en: 'The list could not be loaded.' },
  get: { ja: 'データの取得に失敗しました', en: 'The data could not be loaded.' },
  create: { ja: '作成に失敗しました', en: 'Creating failed.' },
  update: { ja: '更新に失敗しました', en: 'Updating failed.' },
  change: { ja: '変更に失敗しました', en: 'The change failed.' },
  delete: { ja: '削除に失敗しました', en: 'Deleting failed.' },
  invite: { ja: '招待に失敗しました', en: 'The invitation failed.' },
}
