import { RequestError } from '../error/request-error.ts'

/** The id in a path's parameter; what can be none is nobody's (404). */
export function pathId(params: Readonly<Record<string, string>>, name: string): number {
  const given = params[name] ?? ''
  if (!/^[1-9]\d{0,14}$/u.test(given)) throw new RequestError('not_found')
  return Number(given)
}
