import * as v from 'valibot'
import type { Text } from '../text/text.ts'
import { keysOf, nonEmpty } from '../value/keys.ts'

/**
 * The closed list of API errors: branch on `code`, never on a message. Messages are sent in the caller's
 * language (spec/texts "Failures").
 */
export const errors = {
  bad_request: { status: 400, text: { ja: '不正なリクエストです', en: 'The request is invalid.' } },
  unauthenticated: { status: 401, text: { ja: '認証に失敗しました', en: 'Authentication failed.' } },
  /** The password was given, and something is lacking (`signInSteps`). Pages treat it as signed out. */
  sign_in_unfinished: { status: 401, text: { ja: 'ログインが完了していません', en: 'The sign-in is not complete.' } },
  forbidden: { status: 403, text: { ja: '表示権限がありません', en: 'You do not have permission to view this.' } },
  /** The call needs a fresh factor (`Endpoint.fresh`): the client asks for one and repeats the call. */
  factor_needed: {
    status: 403,
    text: { ja: 'この操作には本人確認が必要です', en: 'Confirm that it is you to do this.' },
  },
  /** The call is not for API keys, whatever their scopes (`acceptsKey`). */
  key_not_allowed: {
    status: 403,
    text: { ja: 'APIキーではこの操作はできません。画面から操作してください', en: 'This cannot be done with an API key. Use the site.' },
  },
  /** The caller views the site as somebody else, and the call is not for looking (`isRefusedWhileViewing`). */
  viewing: {
    status: 403,
    text: {
      ja: 'ほかの利用者として閲覧しているため、この操作はできません',
      en: 'You are viewing the site as another user, so this is not possible.',
    },
  },
  /** A provider of one company vouches for the caller, and the call concerns their accounts of another one too (`Endpoint.everywhere`). */
  single_sign_on_session: {
    status: 403,
    text: {
      ja: 'ほかの会社のアカウントにも所属しているため、シングルサインオンでログイン中はこの操作ができません。パスワードまたはパスキーでログインし直してください',
      en: 'You also have accounts of another company, so this is not possible while you are signed in with single sign-on. Sign in again with your password or a passkey.',
    },
  },
  forbidden_origin: { status: 403, text: { ja: '許可されていない送信元です', en: 'Requests from this origin are not allowed.' } },
  not_found: { status: 404, text: { ja: '対象が見つかりません', en: 'Not found.' } },
  conflict: {
    status: 409,
    text: {
      ja: '別の画面で更新されています。最新の内容を確認してください',
      en: 'This was updated elsewhere. Check the latest version.',
    },
  },
  account_changed: {
    status: 409,
    text: { ja: 'アカウントが切り替わっています。画面を読み込み直してください', en: 'The active account has changed. Reload the page.' },
  },
  page_outdated: {
    status: 409,
    text: { ja: 'サイトが更新されています。画面を読み込み直してください', en: 'The site was updated. Reload the page.' },
  },
  in_flight: {
    status: 409,
    text: { ja: '同じ操作を処理しています。完了をお待ちください', en: 'The same operation is still in progress. Wait for it to finish.' },
  },
  state_not_allowed: { status: 409, text: { ja: '現在の状態ではこの操作はできません', en: 'This is not possible in the current state.' } },
  /** Sent with its own message that names what blocks the action. */
  action_blocked: { status: 409, text: { ja: 'この操作はいま実行できません', en: 'This is not possible right now.' } },
  /** The change was not made: it waits for a second person (docs/decisions/0045-second-person.md). */
  second_person: {
    status: 409,
    text: {
      ja: 'この変更にはほかの担当者の承認が必要です。承認待ちの変更として受け付けました',
      en: 'This change needs the approval of a second person. It now waits for it.',
    },
  },
  selection_changed: {
    status: 409,
    text: {
      ja: '対象の件数が変わりました。件数を確認して、もう一度実行してください',
      en: 'The number of matching records has changed. Review it and try again.',
    },
  },
  too_slow: {
    status: 408,
    text: {
      ja: '送信に時間がかかりすぎたため、受け付けを中止しました。通信状況を確認してもう一度お試しください',
      en: 'Sending took too long and was stopped. Check the connection and try again.',
    },
  },
  payload_too_large: { status: 413, text: { ja: '送信データが大きすぎます', en: 'The request is too large.' } },
  unsupported_media_type: { status: 415, text: { ja: 'この形式のデータは受け付けていません', en: 'This content type is not accepted.' } },
  csrf_mismatch: {
    status: 419,
    text: { ja: 'ページの有効期限が切れました。もう一度お試しください', en: 'The page has expired. Try again.' },
  },
  validation_failed: { status: 422, text: { ja: '入力内容を確認してください', en: 'Check what you entered.' } },
  login_failed: { status: 422, text: { ja: 'ログインに失敗しました', en: 'Sign-in failed.' } },
  passkey_unknown: {
    status: 422,
    text: {
      ja: 'このパスキーは登録されていません。パスワードなど別の方法でログインし、このパスキーは端末から削除してください',
      en: 'This passkey is not registered. Sign in in another way, such as with your password, and delete the passkey from your device.',
    },
  },
  /** Their provider is required of the domain or the user (docs/decisions/0046-required-single-sign-on.md). */
  single_sign_on_required: {
    status: 422,
    text: {
      ja: 'このメールアドレスでは、会社のシングルサインオンでのログインが必須です',
      en: 'Single sign-on is required for this e-mail address. Sign in at your company.',
    },
  },
  factor_rejected: { status: 422, text: { ja: '本人確認に失敗しました', en: 'This could not be confirmed.' } },
  token_invalid: {
    status: 422,
    text: {
      ja: 'リンクの有効期限が切れているか、すでに使用されています',
      en: 'This link has expired or has been used already.',
    },
  },
  mail_failed: {
    status: 500,
    text: {
      ja: 'メールの送信に失敗しました。時間をおいて再度お試しください',
      en: 'The mail could not be sent. Try again later.',
    },
  },
  too_many_requests: {
    status: 429,
    text: { ja: '試行回数が上限に達しました。しばらくしてからお試しください', en: 'Too many attempts. Try again later.' },
  },
  internal: { status: 500, text: { ja: 'サーバーでエラーが発生しました', en: 'A server error occurred.' } },
  unavailable: {
    status: 503,
    text: { ja: 'ただいま混み合っています。しばらくしてからお試しください', en: 'The service is busy. Try again later.' },
  },
} as const satisfies Record<string, { status: number; text: Text }>

export type ErrorCode = keyof typeof errors

/** Errors of a call as a whole, which no single record of it has. */
const callErrors = [
  'sign_in_unfinished',
  'factor_needed',
  'factor_rejected',
  'passkey_unknown',
  'single_sign_on_required',
  'key_not_allowed',
  'viewing',
  'single_sign_on_session',
  // For a single record it is one of its blocked actions, which earlier pages know.
  'second_person',
] as const satisfies readonly ErrorCode[]
export type RecordErrorCode = Exclude<ErrorCode, (typeof callErrors)[number]>

const isRecordError = (code: ErrorCode): code is RecordErrorCode => !callErrors.some((ofCall) => ofCall === code)
/** Errors that single records of a call with many may have. */
export const recordErrors = nonEmpty(keysOf(errors).filter(isRecordError))

/** The error of a single record. */
export function recordErrorOf(code: ErrorCode): RecordErrorCode {
  if (code === 'second_person') return 'action_blocked'
  return isRecordError(code) ? code : 'internal'
}

/**
 * The JSON shape of every error response. `errors` lists the invalid fields (or query parameters, or file
 * lines); `current` is the current row, sent with `conflict`.
 */
export const errorBody = v.object({
  code: v.picklist(keysOf(errors)),
  message: v.string(),
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
  current: v.optional(v.record(v.string(), v.unknown())),
  request_id: v.optional(v.string()),
})
export type ErrorBody = v.InferOutput<typeof errorBody>
