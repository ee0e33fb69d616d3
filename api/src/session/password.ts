import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB and two passes (the library's defaults; OWASP's first choice). */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** What an unknown user's password is compared with, so that it takes as long as a known one's. */
const nobodysHash = hash(randomBytes(16).toString('hex'))

/** True when `password` is the one behind `stored`; without a stored hash false, after the same work. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobodysHash), password)
  return matches && stored != null
}
