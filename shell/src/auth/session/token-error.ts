import { ApiError } from '@adsite/api-client'

/** The mailed link does not work: used, expired, void, or not whole. */
export function isTokenError(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'token_invalid' || error.errors['token'] !== undefined)
}
