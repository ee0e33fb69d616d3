import { createHash, randomBytes } from 'node:crypto'

/** A token for a mailed link (contract `mailToken`): 256 random bits; only `mailTokenHash` of it may be stored. */
export const newMailToken = (): string => randomBytes(32).toString('base64url')

export const mailTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
