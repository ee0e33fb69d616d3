import { createHash, randomBytes } from 'node:crypto'

/** Creates a token for a mailed link (contract `mailToken`): 256 random bits, of which only `mailTokenHash` may be stored. */
export const newMailToken = (): string => randomBytes(32).toString('base64url')

export const mailTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
