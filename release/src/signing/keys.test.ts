import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configuredKeys, localKeys, newKeyPair } from './key-source.ts'
import { keyId, type ReleaseKeys, type UnsignedRelease } from './release-keys.ts'

const release = { unit: 'ad', build: '1.0.0-a', files: {} } as unknown as UnsignedRelease
const keysOf = (RELEASE_SIGNING_KEY?: string, RELEASE_PUBLIC_KEY?: string) => configuredKeys({ RELEASE_SIGNING_KEY, RELEASE_PUBLIC_KEY })!
/** Why `keys` do not accept what `signer` signs; null when they do. */
const faultOf = (keys: ReleaseKeys, signer: ReleaseKeys) => keys.fault(signer.sign(release))
const pem = { format: 'pem', type: 'spki' } as const

describe('the keys of the settings', () => {
  const [one, other] = [newKeyPair(), newKeyPair()]
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64')

  it('are none without a setting', () => {
    expect(configuredKeys({})).toBeNull()
    expect(keysOf(' ', ' , ')).toBeNull()
  })

  it('are a pair that fits, named by a hash of the public key', () => {
    expect(keysOf(one.signingKey).publicKeys).toEqual([one.publicKey])
    expect(one.id).toBe(keyId(Buffer.from(one.publicKey, 'base64')))
    expect(one.id).toMatch(/^[0-9a-f]{16}$/u)
    expect(keysOf(one.signingKey).sign(release).signature.key).toBe(one.id)
    expect(Buffer.from(one.publicKey, 'base64')).toHaveLength(32)
  })

  it.each([
    ['32 bytes in base64', raw],
    ['SPKI as DER in base64', publicKey.export({ format: 'der', type: 'spki' }).toString('base64')],
    ['SPKI as PEM', publicKey.export(pem).toString()],
    ['with space around it', `  ${raw}\n`],
  ])('take a public key as %s', (_, text) => {
    expect(keysOf(undefined, text).publicKeys).toEqual([raw])
  })

  it.each([
    ['PKCS #8 as DER in base64', privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')],
    ['PKCS #8 as PEM', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()],
    ['with space around it', ` ${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}\n`],
  ])('take a signing key as %s', (_, text) => {
    expect(keysOf(text).publicKeys).toEqual([raw])
    expect(faultOf(keysOf(undefined, raw), keysOf(text))).toBeNull()
  })

  it.each([
    ['RELEASE_SIGNING_KEY is no private Ed25519 key', 'nonsense', undefined],
    ['RELEASE_PUBLIC_KEY is no public Ed25519 key', undefined, 'nonsense'],
    ['RELEASE_PUBLIC_KEY is no public Ed25519 key', undefined, generateKeyPairSync('x25519').publicKey.export(pem).toString()],
    ['RELEASE_PUBLIC_KEY is no public Ed25519 key', undefined, `${one.publicKey},nonsense`],
  ])('are refused: %s', (why, signing, accepted) => {
    expect(() => keysOf(signing, accepted)).toThrow(expect.objectContaining({ code: 'key_invalid', why }))
    // It may be a secret.
    expect(() => keysOf(signing, accepted)).not.toThrow('nonsense')
  })

  it('accept what each of several keys signed, and nothing else', () => {
    const both = keysOf(undefined, `${one.publicKey}, ${other.publicKey}`)
    expect(both.publicKeys).toEqual([one.publicKey, other.publicKey])
    for (const { signingKey } of [one, other]) expect(faultOf(both, keysOf(signingKey))).toBeNull()
    expect(faultOf(keysOf(undefined, other.publicKey), keysOf(one.signingKey))).toContain(
      `signed with the key ${one.id}, which is not one of the accepted (${other.id})`,
    )
  })

  it('do not accept a release that was changed, or signed by another key under an accepted name', () => {
    const keys = keysOf(one.signingKey)
    const signed = keys.sign(release)
    expect(keys.fault(signed)).toBeNull()
    expect(keys.fault({ ...signed, build: '1.0.0-b' })).toContain('changed after it was signed')
    const forged = keysOf(other.signingKey).sign(release)
    expect(keys.fault({ ...forged, signature: { ...forged.signature, key: one.id } })).toContain('changed after it was signed')
  })

  it('do not sign without a signing key, or with one that nobody accepts', () => {
    expect(() => keysOf(undefined, one.publicKey).sign(release)).toThrow(
      expect.objectContaining({ code: 'signing_key_missing', what: 'The build 1.0.0-a of ad was not signed' }),
    )
    expect(() => keysOf(one.signingKey, other.publicKey).sign(release)).toThrow(
      expect.objectContaining({ code: 'signing_key_unknown', why: expect.stringContaining(`(${one.id}) belongs to none of the keys`) }),
    )
    expect(() => keysOf(one.signingKey, other.publicKey).sign(release)).toThrow(`(${other.id})`)
  })
})

describe('the key of a local registry', () => {
  let directory: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'adsite-keys-'))
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  it('is made once, for its owner alone, and told', async () => {
    const told: string[] = []
    const keys = join(directory, 'keys')
    const first = await localKeys(keys, (text) => told.push(text))
    expect(told).toEqual([expect.stringContaining(join(keys, 'release-key.pem'))])
    const file = join(keys, 'release-key.pem')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(keys)).mode & 0o777).toBe(0o700)
    const second = await localKeys(keys, (text) => told.push(text))
    expect(told).toHaveLength(1)
    expect(faultOf(second, first)).toBeNull()
    expect(createPublicKey(await readFile(file, 'utf8')).export({ format: 'jwk' }).x).toBe(
      Buffer.from(first.publicKeys[0]!, 'base64').toString('base64url'),
    )
  })

  it('is the same for all that start at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => localKeys(directory, () => {})))
    expect(new Set(all.map(({ publicKeys }) => publicKeys[0])).size).toBe(1)
  })

  it('is refused when its file is damaged or cannot be read', async () => {
    await writeFile(join(directory, 'release-key.pem'), 'nonsense')
    await expect(localKeys(directory, () => {})).rejects.toMatchObject({
      code: 'key_invalid',
      why: expect.stringContaining('release-key.pem'),
    })
    await rm(join(directory, 'release-key.pem'))
    await writeFile(join(directory, 'file'), '')
    await chmod(join(directory, 'file'), 0o600)
    await expect(localKeys(join(directory, 'file'), () => {})).rejects.toMatchObject({ code: 'ENOTDIR' })
  })
})
