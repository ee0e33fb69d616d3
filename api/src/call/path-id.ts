import { RequestError } from '../error/request-error.ts'

/**
 * The id in a parameter of a path.
 *
 * @throws RequestError `not_found` when it cannot be one.
 */
export function pathId(given: string): number {
  if (!/^[1-9]\d{0,14}$/u.test(given)) throw new RequestError('not_found')
  return Number(given)
}
