import { signedBytes, type Release } from '@adsite/remote/release-format'
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { ReleaseError } from '../error/release-error.ts'

/** A release without its signature. */
export type UnsignedRelease = Release extends infer R ? (R extends Release ? Omit<R, 'signature'> : never) : never

/** The keys that sign and verify releases. */
export interface ReleaseKeys {
  /** The 32 public bytes of every accepted key, in base64, with which pages verify releases. */
  readonly publicKeys: readonly string[]
  /** @throws ReleaseError when there is no signing key here. */
  sign<R extends UnsignedRelease>(release: R): R & Pick<Release, 'signature'>
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

export function releaseKeys(publicKeys: readonly KeyObject[], signingKey: KeyObject | null): ReleaseKeys {
  const byId = new Map(publicKeys.map((key) => [keyId(rawPublicKey(key)), key]))
  return {
    publicKeys: publicKeys.map((key) => rawPublicKey(key).toString('base64')),
    sign(release) {
      const what = `The build ${release.build} of ${release.unit} was not signed`
      if (!signingKey) {
        throw new ReleaseError('signing_key_missing', {
          what,
          why: 'there are only public keys here (RELEASE_PUBLIC_KEY), which can check releases but not make them',
          advice: 'Set RELEASE_SIGNING_KEY to the private key that belongs to one of them',
        })
      }
      const key = keyId(rawPublicKey(createPublicKey(signingKey)))
      if (!byId.has(key)) {
        throw new ReleaseError('signing_key_unknown', {
          what,
          why: `RELEASE_SIGNING_KEY (${key}) belongs to none of the keys in RELEASE_PUBLIC_KEY (${[...byId.keys()].join(', ')})`,
          advice: 'Add its public key there, first of all where the site runs, or sign with another one',
        })
      }
      return { ...release, signature: { key, value: sign(null, signedBytes(release), signingKey).toString('base64') } }
    },
    fault(release) {
      const { key, value } = release.signature
      const known = byId.get(key)
      if (!known) return `it is signed with the key ${key}, which is not one of the accepted (${[...byId.keys()].join(', ')})`
      const genuine = verify(null, signedBytes(release), known, Buffer.from(value, 'base64'))
      return genuine ? null : 'its signature does not fit: it was changed after it was signed'
    },
  }
}
