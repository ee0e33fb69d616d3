import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAnswer, PasskeyChallenge, PasskeyCreated, PasskeyCreation } from '@adsite/contract'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

const present = 0x01
const verified = 0x04
const hasCredential = 0x40

interface Ceremony {
  /** Origin of the page; the authenticator itself sees only its host. */
  readonly origin?: string
  /** Whether the user gave a fingerprint or the like. */
  readonly verifiesUser?: boolean
}

/** A passkey in software, as a browser and its authenticator together would answer. */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  /** How often it has signed, where it counts; passkeys that are synchronised between devices stay at 0. */
  signatures: number | null = null
  #handle = 'dXNlciAw'

  #data(rpId: string, flags: number, credential: Uint8Array = new Uint8Array()): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.signatures ?? 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, credential])
  }

  #client(type: 'create' | 'get', challenge: string, origin = 'http://site.test'): Buffer {
    return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }))
  }

  create({ challenge, rp, user }: PasskeyCreation, { origin, verifiesUser = true }: Ceremony = {}): PasskeyCreated {
    this.#handle = user.id
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key)])
    const flags = present | hasCredential | (verifiesUser ? verified : 0)
    const attestation = new Map<string, string | Map<string, never> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', new Uint8Array(this.#data(rp.id, flags, credential))],
    ])
    return {
      id: this.id,
      rawId: this.id,
      response: {
        clientDataJSON: this.#client('create', challenge, origin).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
      type: 'public-key',
    }
  }

  answer({ challenge, rpId }: PasskeyChallenge, { origin, verifiesUser = true }: Ceremony = {}): PasskeyAnswer {
    if (this.signatures !== null) this.signatures += 1
    const client = this.#client('get', challenge, origin)
    const data = this.#data(rpId, present | (verifiesUser ? verified : 0))
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey)
    return {
      id: this.id,
      rawId: this.id,
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: this.#handle,
      },
      clientExtensionResults: {},
      type: 'public-key',
    }
  }
}
