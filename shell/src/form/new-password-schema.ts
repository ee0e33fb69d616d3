import { message, passwordEntries } from '@adsite/contract'
import * as v from 'valibot'

/**
 * Schema of a form that sets a password with confirmation; a mismatch is reported on the confirmation:
 * 入力されたパスワードが異なります。 (spec/texts "Validation messages").
 */
export function withPassword<E extends v.ObjectEntries>(entries: E) {
  const confirmed = v.pipe(
    v.object(passwordEntries),
    v.forward(
      v.partialCheck(
        [['password'], ['password_confirmation']],
        ({ password, password_confirmation }) => password === password_confirmation,
        message('password_mismatch'),
      ),
      ['password_confirmation'],
    ),
  )
  return v.intersect([v.object(entries), confirmed])
}
