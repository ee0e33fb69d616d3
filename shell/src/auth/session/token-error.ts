import { ApiError } from '@adsite/api-client'

/** The mailed link is invalid: used, expired, revoked or incomplete. */
export function isTokenError(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'token_invalid' || error.errors['token'] !== undefined)
}
