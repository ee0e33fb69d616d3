import { message } from '@adsite/contract'
import { dictionary } from '@zxcvbn-ts/language-common'
import { RequestError } from '../error/request-error.ts'

/** 49,233 of the most common passwords of leaked lists. */
const common = new Set(dictionary['passwords-common'])

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** True for a password that attackers try first: a common one, or the user's e-mail. */
export function isEasyToGuess(password: string, email: string): boolean {
  const tried = folded(password)
  const own = folded(email)
  return common.has(tried) || tried === own || tried === own.split('@')[0]
}

interface NewPassword {
  readonly password: string
  readonly password_confirmation: string
}

/** Refuses passwords that satisfy the contract's limits but are unsafe (spec/quality "Passwords"). */
export function checkNewPassword({ password, password_confirmation }: NewPassword, email: string): void {
  const faults: Record<string, string[]> = {}
  if (isEasyToGuess(password, email)) faults['password'] = [message('password_common')]
  if (password !== password_confirmation) faults['password_confirmation'] = [message('password_mismatch')]
  if (Object.keys(faults).length > 0) throw new RequestError('validation_failed', { errors: faults })
}
