import { message } from '@adsite/contract'
import { RequestError } from '../error/request-error.ts'
import { passwordMatches } from '../session/password.ts'

let common: ReadonlySet<string> | undefined
/** 49,233 of the most common passwords of leaked lists. Loaded with the first new password, as few processes meet one. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return (common = new Set(dictionary['passwords-common']))
}

/**
 * Words of this site and its trade, in the spellings of a keyboard (spec/quality "Passwords"). A password that has nothing else but
 * digits and signs is tried first by whoever knows the site.
 */
const ownWords = (
  'adsite advertising advertisement advertiser agency campaign creative media publisher rep ptd ' +
  'admin administrator password koukoku kokoku kanri kanrisha 広告 管理 管理者'
).split(' ')
const ownWordsOnly = new RegExp(`^(?:${ownWords.toSorted((a, b) => b.length - a.length).join('|')}|[^\\p{L}])+$`, 'u')
const hasLetter = /\p{L}/u

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** True for a password that attackers try first: a common one, one of the site's own words, or the user's e-mail. */
export async function isEasyToGuess(password: string, email: string): Promise<boolean> {
  const leaked = common ?? (await loadCommon())
  const tried = folded(password)
  const own = folded(email)
  const named = hasLetter.test(tried) && ownWordsOnly.test(tried)
  return leaked.has(tried) || named || tried === own || tried === own.split('@')[0]
}

interface NewPassword {
  readonly password: string
  readonly password_confirmation: string
}

/**
 * Refuses passwords that satisfy the contract's limits but are unsafe (spec/quality "Passwords"). `present` is the hash of the
 * one that is replaced.
 */
export async function checkNewPassword(
  { password, password_confirmation }: NewPassword,
  { email, present }: { email: string; present: string | null },
): Promise<void> {
  const faults: Record<string, string[]> = {}
  if (await isEasyToGuess(password, email)) faults['password'] = [message('password_common')]
  else if (present !== null && (await passwordMatches(present, password))) faults['password'] = [message('password_same')]
  if (password !== password_confirmation) faults['password_confirmation'] = [message('password_mismatch')]
  if (Object.keys(faults).length > 0) throw new RequestError('validation_failed', { errors: faults })
}
