import { parameterText } from './text.ts'
import type { ValidationKey } from './validation.ts'

/** Encodes the message of a failed check for `validationText`. Apart from the texts, so that only what shows them loads them. */
export function message(key: ValidationKey, ...params: (string | number)[]): string {
  return [key, ...params.map(parameterText)].join('|')
}
