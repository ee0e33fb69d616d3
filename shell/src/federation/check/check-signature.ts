import { maySign, signedBytes, type KeyUnits, type RemoteRelease } from '@adsite/remote'
import { readSettings } from '../../base/read-settings.ts'

type Bytes = Uint8Array<ArrayBuffer>

function bytesOf(base64: string): Bytes {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/** Key id used in signatures: the first 16 hex digits of the key's SHA-256. */
async function keyId(rawKey: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', rawKey))
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function isGenuine(release: RemoteRelease, keys: readonly string[], keyUnits: KeyUnits): Promise<boolean> {
  const { key, value } = release.signature
  for (const publicKey of keys) {
    const raw = bytesOf(publicKey)
    if ((await keyId(raw)) !== key) continue
    if (!maySign(publicKey, release.unit, keyUnits))
      throw new Error(`its release is signed with ${key}, which is no key of ${release.unit}`)
    const imported = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
    return crypto.subtle.verify('Ed25519', imported, bytesOf(value), signedBytes(release))
  }
  throw new Error(`its release is signed with ${key || 'no key'}, which this site does not know`)
}

/**
 * Rejects unless one of the site's keys signed exactly this release (spec/quality "Remotes"), so that unsigned
 * or modified releases never run. Over plain http there is no Web Crypto, and an attacker who can change
 * releases can change the page as well; in that case the gateway's check must suffice.
 */
export async function checkSignature(
  release: RemoteRelease,
  keys: readonly string[] = readSettings().releaseKeys,
  keyUnits: KeyUnits = readSettings().keyUnits,
): Promise<void> {
  if (!isSecureContext) return
  if (!(await isGenuine(release, keys, keyUnits))) throw new Error('its release was changed after it was signed')
}
