/** Reasons for refusing an action, as a closed list. Branch on the code, never on the text. */
export const releaseErrorCodes = [
  'invalid_name',
  'build_directory_missing',
  'manifest_missing',
  'manifest_invalid',
  'file_refused',
  'file_missing',
  'file_changed',
  'build_taken',
  'federation_name_taken',
  'build_unknown',
  'unit_unknown',
  'unit_repeated',
  'contract_mismatch',
  'share_mismatch',
  'already_stable',
  'build_bad',
  'reason_missing',
  'no_rollback_target',
  'pointer_moved',
  'frozen',
  'canary_running',
  'canary_invalid',
  'signature_invalid',
  'signing_key_missing',
  'signing_key_unknown',
  'key_invalid',
  'registry_damaged',
  'storage_settings',
  'storage_failed',
] as const
export type ReleaseErrorCode = (typeof releaseErrorCodes)[number]

/** An action that was refused without changing anything: what, why, and what to do about it. */
export class ReleaseError extends Error {
  readonly code: ReleaseErrorCode
  readonly what: string
  readonly why: string
  readonly advice: string

  constructor(code: ReleaseErrorCode, text: { what: string; why: string; advice: string }) {
    super(`${text.what}: ${text.why}. ${text.advice}.`)
    this.name = 'ReleaseError'
    this.code = code
    this.what = text.what
    this.why = text.why
    this.advice = text.advice
  }
}
