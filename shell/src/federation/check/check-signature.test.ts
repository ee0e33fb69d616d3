// @vitest-environment jsdom
import { generateKeyPairSync, sign, createHash, type KeyObject } from 'node:crypto'
import { signedBytes, type RemoteRelease } from '@adsite/remote'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleRelease } from '../../testing/sample-pointers.ts'
import { checkSignature } from './check-signature.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const raw = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')
const keys = [other.publicKey, publicKey].map((key) => raw(key).toString('base64'))

const { signature: _, ...plain } = sampleRelease('ad')
const unsigned: Omit<RemoteRelease, 'signature'> = { ...plain, files: { 'remoteEntry.js': { sha384: 'abc', size: 3 } } }

function signed(by: KeyObject, named = publicKey): RemoteRelease {
  const key = createHash('sha256').update(raw(named)).digest('hex').slice(0, 16)
  return { ...unsigned, signature: { key, value: sign(null, signedBytes(unsigned), by).toString('base64') } }
}

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
})

describe('the signature of a release', () => {
  it('passes when one of the keys made it, whatever the order of the fields', async () => {
    await expect(checkSignature(signed(privateKey), keys)).resolves.toBeUndefined()
    const reordered = Object.fromEntries(Object.entries(signed(privateKey)).toReversed()) as RemoteRelease
    await expect(checkSignature(reordered, keys)).resolves.toBeUndefined()
  })

  it('passes after a change of keys, as long as the old one is accepted', async () => {
    await expect(checkSignature(signed(privateKey), keys.slice(1))).resolves.toBeUndefined()
    await expect(checkSignature(signed(privateKey), keys.slice(0, 1))).rejects.toThrow('which this site does not know')
    await expect(checkSignature(signed(privateKey), [])).rejects.toThrow('which this site does not know')
  })

  it.each<[string, Partial<RemoteRelease>]>([
    ['file', { files: { 'remoteEntry.js': { sha384: 'abd', size: 3 } } }],
    ['route table', { manifest: { ...unsigned.manifest, federationName: 'ad_2' } }],
    ['build', { build: '1.0.0-b' }],
    ['field that this version does not know', { more: true } as Partial<RemoteRelease>],
  ])('fails when a %s was changed', async (_, change) => {
    await expect(checkSignature({ ...signed(privateKey), ...change }, keys)).rejects.toThrow('changed after it was signed')
  })

  it('fails for a signature of another key under this name', async () => {
    await expect(checkSignature(signed(other.privateKey), keys)).rejects.toThrow('changed after it was signed')
  })

  it('fails for a key of another unit', async () => {
    const [foreign, own] = [{ [keys[1]!]: ['md', 'shell'] }, { [keys[1]!]: ['md', 'ad'] }]
    await expect(checkSignature(signed(privateKey), keys, foreign)).rejects.toThrow('which is no key of ad')
    await expect(checkSignature(signed(privateKey), keys, own)).resolves.toBeUndefined()
  })

  it('fails without a signature', async () => {
    await expect(checkSignature({ ...unsigned, signature: { key: '', value: '' } }, keys)).rejects.toThrow('signed with no key')
  })
})
