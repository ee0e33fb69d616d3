import { message, passwordEntries } from '@adsite/contract'
import * as v from 'valibot'

/** The check of a form that sets a password twice: the confirmation carries 入力されたパスワードが異なります。 (spec/texts "Validation messages"). */
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
