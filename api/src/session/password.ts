import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB and two passes (the library's defaults; OWASP's first choice). */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** Compared with an unknown user's password, so that the check takes as long as for a known one. */
const nobodysHash = hash(randomBytes(16).toString('hex'))

/** True if `password` matches `stored`; without a stored hash false, after the same work. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobodysHash), password)
  return matches && stored != null
}
