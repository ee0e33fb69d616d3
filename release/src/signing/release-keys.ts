import { maySign, signedBytes, type KeyUnits, type Release } from '@adsite/remote/release-format'
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { ReleaseError } from '../error/release-error.ts'

/** A release without its signature. */
export type UnsignedRelease = Release extends infer R ? (R extends Release ? Omit<R, 'signature'> : never) : never

/** The keys that sign and verify releases. */
export interface ReleaseKeys {
  /** The 32 public bytes of every accepted key, in base64, with which pages verify releases. */
  readonly publicKeys: readonly string[]
  /** The units of the keys that are for some alone. */
  readonly keyUnits: KeyUnits
  /**
   * Whether whoever has these keys may change what runs of a unit: where keys are for units, whoever can sign a build of it.
   */
  mayMove(unit: string): boolean
  /** @throws ReleaseError when there is no signing key here. */
  sign<R extends UnsignedRelease>(release: R): R & Pick<Release, 'signature'>
  /**
   * Signs a text about units that is not a release.
   * @throws ReleaseError when there is no signing key of all of them here.
   */
  signText(text: string, units: readonly string[]): Release['signature']
  /** True if an accepted key of all these units signed exactly this text. */
  isGenuineText(text: string, units: readonly string[], signature: Release['signature']): boolean
  /** Why a release is not trusted; null if an accepted key signed exactly this. */
  fault(release: Release): string | null
}

/** The 32 bytes of an Ed25519 public key. */
export function rawPublicKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
}

/** The id of a key in signatures. */
export function keyId(rawKey: Uint8Array): string {
  return createHash('sha256').update(rawKey).digest('hex').slice(0, 16)
}

const base64Of = (key: KeyObject) => rawPublicKey(key).toString('base64')

export function releaseKeys(publicKeys: readonly KeyObject[], signingKey: KeyObject | null, keyUnits: KeyUnits = {}): ReleaseKeys {
  const byId = new Map(publicKeys.map((key) => [keyId(rawPublicKey(key)), key]))

  function signBytes(bytes: Uint8Array, units: readonly string[], what: string): Release['signature'] {
    if (!signingKey) {
      throw new ReleaseError('signing_key_missing', {
        what,
        why: 'there are only public keys here (RELEASE_PUBLIC_KEY), which can check releases but not make them',
        advice: 'Set RELEASE_SIGNING_KEY to the private key that belongs to one of them',
      })
    }
    const own = createPublicKey(signingKey)
    const key = keyId(rawPublicKey(own))
    const foreign = units.find((unit) => !maySign(base64Of(own), unit, keyUnits))
    if (byId.has(key) && foreign !== undefined) {
      throw new ReleaseError('signing_key_unknown', {
        what,
        why: `RELEASE_SIGNING_KEY (${key}) is a key of ${keyUnits[base64Of(own)]?.join(', ')}, not of ${foreign}`,
        advice: `Sign with a key of ${foreign}, which RELEASE_PUBLIC_KEY names as ${foreign}:KEY`,
      })
    }
    if (!byId.has(key)) {
      throw new ReleaseError('signing_key_unknown', {
        what,
        why: `RELEASE_SIGNING_KEY (${key}) belongs to none of the keys in RELEASE_PUBLIC_KEY (${[...byId.keys()].join(', ')})`,
        advice: 'Add its public key there, first of all where the site runs, or sign with another one',
      })
    }
    return { key, value: sign(null, bytes, signingKey).toString('base64') }
  }

  return {
    publicKeys: publicKeys.map(base64Of),
    keyUnits,
    mayMove(unit) {
      if (Object.keys(keyUnits).length === 0) return true
      const own = signingKey && createPublicKey(signingKey)
      return own !== null && byId.has(keyId(rawPublicKey(own))) && maySign(base64Of(own), unit, keyUnits)
    },
    sign: (release) => {
      const what = `The build ${release.build} of ${release.unit} was not signed`
      return { ...release, signature: signBytes(signedBytes(release), [release.unit], what) }
    },
    signText: (text, units) => signBytes(Buffer.from(text), units, 'Nothing was signed'),
    isGenuineText(text, units, { key, value }) {
      const known = byId.get(key)
      if (!known || !units.every((unit) => maySign(base64Of(known), unit, keyUnits))) return false
      return verify(null, Buffer.from(text), known, Buffer.from(value, 'base64'))
    },
    fault(release) {
      const { key, value } = release.signature
      const known = byId.get(key)
      if (!known) return `it is signed with the key ${key}, which is not one of the accepted (${[...byId.keys()].join(', ')})`
      if (!maySign(base64Of(known), release.unit, keyUnits)) {
        return `it is signed with the key ${key}, which is one of ${keyUnits[base64Of(known)]?.join(', ')} and not of ${release.unit}`
      }
      const genuine = verify(null, signedBytes(release), known, Buffer.from(value, 'base64'))
      return genuine ? null : 'its signature does not fit: it was changed after it was signed'
    },
  }
}
