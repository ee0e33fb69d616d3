import { message, passwordEntries } from '@adsite/contract'
import * as v from 'valibot'

/** The check of a form that sets a password twice: the confirmation carries 入力されたパスワードが異なります。 (spec/texts "Validation messages"). */
export function withPassword<E extends v.ObjectEntries>(entries: E) {
  return v.pipe(
    v.object({ ...entries, ...passwordEntries }),
    v.forward(
      v.partialCheck(
        [['password'], ['password_confirmation']],
        // The generic entries hide from the types that both are there.
        (input) => (input as Confirmed).password === (input as Confirmed).password_confirmation,
        message('password_mismatch'),
      ) as never,
      ['password_confirmation'] as never,
    ),
  )
}

interface Confirmed {
  readonly password: string
  readonly password_confirmation: string
}
