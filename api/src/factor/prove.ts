import { message, type FactorKind, type FactorProof } from '@adsite/contract'
import { and, eq, isNotNull } from 'drizzle-orm'
import { describeEvent } from '../audit/record-event.ts'
import type { Session } from '../call/handler.ts'
import type { ApiSettings } from '../call/settings.ts'
import type { Database } from '../db/connect.ts'
import { recoveryCodes, userFactors } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { checkPresentPassword } from '../password/change.ts'
import { passwordSignsIn } from '../session/session-data.ts'
import { refuseThrottled, settleAttempt, type Attempt } from '../session/throttle.ts'
import { userOfPasskey, type PasskeyCall } from './passkey.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { takeTotp } from './totp.ts'

/**
 * What the user can prove to be themselves with, the strongest first. The password counts for users without another factor,
 * unless it would not sign them in; users of a provider may have neither.
 */
export async function choicesOf(db: Database, userId: number): Promise<FactorKind[]> {
  const rows = await db
    .selectDistinct({ kind: userFactors.kind })
    .from(userFactors)
    .where(and(eq(userFactors.user_id, userId), isNotNull(userFactors.added_at)))
  const kinds = rows.map(({ kind }) => kind)
  if (kinds.length === 0) {
    return (await passwordSignsIn(db, userId)) ? ['password'] : []
  }
  const hasCodes = (await db.$count(recoveryCodes, eq(recoveryCodes.user_id, userId))) > 0
  const second = (['passkey', 'totp'] as const).filter((kind) => kinds.includes(kind))
  return hasCodes ? [...second, 'recovery_code'] : second
}

interface ProofCall extends PasskeyCall {
  readonly session: Session
  readonly address: string
  readonly settings: ApiSettings
}

async function isRight(call: ProofCall, proof: FactorProof): Promise<boolean> {
  const { db, session, settings } = call
  const { id } = session.user
  if (proof.kind === 'password') return (await checkPresentPassword(db, id, proof.password)) !== null
  if (proof.kind === 'totp') return takeTotp(db, settings.factorKeys, id, proof.code)
  if (proof.kind === 'recovery_code') return useRecoveryCode(db, session.user, proof.code)
  return (await userOfPasskey(call, 'confirm', proof.passkey, id)) === id
}

/** The refusal of a wrong factor, at the field that it was typed into. */
function wrong({ kind }: FactorProof): RequestError {
  if (kind === 'passkey') return new RequestError('factor_rejected')
  if (kind === 'password') return new RequestError('validation_failed', { errors: { password: [message('password_wrong')] } })
  return new RequestError('validation_failed', { errors: { code: [message('code_wrong')] } })
}

/**
 * How an attempt counts: by user, so that nobody continues guessing elsewhere, and apart for whole sessions, for browsers that
 * have signed the user in before, and for whoever has given no more than the password. So none of them uses up what another
 * has. All such browsers of a user count together, because whoever once knew a password alone may have made many. The last
 * count by address too.
 */
function attemptsOf({ session, browser, address }: ProofCall, kind: 'password' | 'factor'): Attempt[] {
  const { id, email } = session.user
  const attempt = { kind, subject: String(id), address }
  if (session.step === null) return [{ ...attempt, device: 'signed in' }]
  if (browser.knownDevice(email) !== undefined) return [{ ...attempt, device: 'known browsers' }]
  return [{ ...attempt, device: 'password alone' }, attempt]
}

/** Requires a factor of the user that is right. A weaker one than the user has is refused like a wrong one. */
export async function requireProof(call: ProofCall, proof: FactorProof): Promise<void> {
  const { db, session } = call
  describeEvent({ detail: proof.kind })
  const attempts = attemptsOf(call, proof.kind === 'password' ? 'password' : 'factor')
  for (const attempt of attempts) await refuseThrottled(db, attempt)
  const choices = await choicesOf(db, session.user.id)
  const given = choices.includes(proof.kind) && (await isRight(call, proof))
  for (const attempt of attempts) await settleAttempt(db, attempt, given)
  if (!given) throw wrong(proof)
}
