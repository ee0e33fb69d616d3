import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { KeyUnits } from '@adsite/remote/release-format'
import { ReleaseError } from '../error/release-error.ts'
import { keyId, rawPublicKey, releaseKeys, type ReleaseKeys } from './release-keys.ts'

/** DER prefix of the 32 bytes of an Ed25519 public key (RFC 8410). */
const publicKeyPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Settings of the keys; without them a local registry creates its own. */
export interface KeySettings {
  /** PKCS #8: PEM, or DER in base64. */
  readonly RELEASE_SIGNING_KEY?: string | undefined
  /**
   * Several, separated by commas: 32 bytes in base64, or SPKI as PEM or DER in base64. `shell:KEY` is for this unit alone
   * (once per unit); without a unit a key is for all of them.
   */
  readonly RELEASE_PUBLIC_KEY?: string | undefined
}

/** The configured keys; null if there are none. */
export function configuredKeys({ RELEASE_SIGNING_KEY, RELEASE_PUBLIC_KEY }: KeySettings): ReleaseKeys | null {
  const signingKey = RELEASE_SIGNING_KEY?.trim() ? readPrivateKey(RELEASE_SIGNING_KEY.trim()) : null
  const named = (RELEASE_PUBLIC_KEY ?? '').split(',').flatMap((text) => (text.trim() === '' ? [] : [readNamedKey(text.trim())]))
  if (named.length > 0) {
    const keys = new Map(named.map(({ key }) => [rawPublicKey(key).toString('base64'), key]))
    return releaseKeys([...keys.values()], signingKey, unitsOf(named))
  }
  return signingKey && releaseKeys([createPublicKey(signingKey)], signingKey)
}

/** The key of a local registry, in a directory of its own; created on first use, which `notify` reports. */
export async function localKeys(directory: string, notify: (text: string) => void): Promise<ReleaseKeys> {
  const file = join(directory, 'release-key.pem')
  const pem = (await readIfThere(file)) ?? (await makeKey(file, notify))
  const key = readPrivateKey(pem, file)
  return releaseKeys([createPublicKey(key)], key)
}

/** A new key pair in the form of the settings. */
export function newKeyPair(): { readonly id: string; readonly signingKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = rawPublicKey(publicKey)
  const signingKey = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return { id: keyId(raw), signingKey, publicKey: raw.toString('base64') }
}

async function makeKey(file: string, notify: (text: string) => void): Promise<string> {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomUUID()}`
  try {
    await writeFile(temporary, pem, { mode: 0o600 })
    // If two processes start at once, one creates the key and both use it.
    await link(temporary, file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readFile(file, 'utf8')
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
  notify(`Made a key to sign the releases of this registry: ${file} (other machines: RELEASE_SIGNING_KEY and RELEASE_PUBLIC_KEY)`)
  return pem
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function readPrivateKey(text: string, source = 'RELEASE_SIGNING_KEY'): KeyObject {
  return checked(source, 'private', () =>
    createPrivateKey(text.includes('-----BEGIN') ? text : { key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }),
  )
}

interface NamedKey {
  readonly key: KeyObject
  /** null: every unit. */
  readonly unit: string | null
}

function readNamedKey(text: string): NamedKey {
  // No form of a key has a colon.
  const [, unit = null, key = text] = /^([^:]*):(.*)$/su.exec(text) ?? []
  if (unit === null || /^[a-z][a-z0-9-]*$/u.test(unit)) return { key: readPublicKey(key.trim()), unit }
  throw new ReleaseError('key_invalid', {
    what: 'The keys of the releases cannot be read',
    why: `RELEASE_PUBLIC_KEY names ${JSON.stringify(unit)}, which is no unit`,
    advice: 'Write an entry for one unit as in shell:KEY',
  })
}

/** The units of the keys that no entry names without one. */
function unitsOf(named: readonly NamedKey[]): KeyUnits {
  const units = new Map<string, Set<string> | null>()
  for (const { key, unit } of named) {
    const name = rawPublicKey(key).toString('base64')
    const known = units.get(name)
    units.set(name, unit === null || known === null ? null : new Set([...(known ?? []), unit]))
  }
  return Object.fromEntries([...units].flatMap(([name, of]) => (of ? [[name, [...of]] as const] : [])))
}

function readPublicKey(text: string): KeyObject {
  return checked('RELEASE_PUBLIC_KEY', 'public', () => {
    if (text.includes('-----BEGIN')) return createPublicKey(text)
    const bytes = Buffer.from(text, 'base64')
    return createPublicKey({ key: bytes.length === 32 ? Buffer.concat([publicKeyPrefix, bytes]) : bytes, format: 'der', type: 'spki' })
  })
}

function checked(source: string, kind: 'private' | 'public', read: () => KeyObject): KeyObject {
  let key: KeyObject | null = null
  try {
    key = read()
  } catch {
    // Reported below without the text, which may be a secret.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new ReleaseError('key_invalid', {
    what: 'The keys of the releases cannot be read',
    why: `${source} is no ${kind} Ed25519 key`,
    advice: 'Make a pair with "release keygen" and copy it whole',
  })
}
