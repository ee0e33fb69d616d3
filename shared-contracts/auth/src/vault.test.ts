// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createVault } from './vault.ts'

const makeKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('reads back what was written, and stores no plain text', async () => {
  const key = await makeKey()
  const vault = createVault('test', () => Promise.resolve(key))
  await vault.write('{"name":"株式会社サンプル"}')
  expect(localStorage.getItem('test')).not.toContain('name')
  expect(await vault.read()).toBe('{"name":"株式会社サンプル"}')
})

test('keeps long texts too', async () => {
  const key = await makeKey()
  const vault = createVault('test', () => Promise.resolve(key))
  const text = '市'.repeat(300_000)
  await vault.write(text)
  expect(await vault.read()).toBe(text)
})

test.each([
  ['no base64', '%%%'],
  ['too short', 'AAAA'],
  ['plain text of somebody else', '{"role":"admin"}'],
])('discards what it cannot read: %s', async (_, stored) => {
  const key = await makeKey()
  localStorage.setItem('test', stored)
  expect(await createVault('test', () => Promise.resolve(key)).read()).toBeNull()
  expect(localStorage.getItem('test')).toBeNull()
})

test('discards a text under another key, and one that was changed', async () => {
  const [key, other] = [await makeKey(), await makeKey()]
  const vault = createVault('test', () => Promise.resolve(key))
  await vault.write('text')
  expect(await createVault('test', () => Promise.resolve(other)).read()).toBeNull()
  await vault.write('text')
  const stored = localStorage.getItem('test')!
  localStorage.setItem('test', stored.slice(0, -4) + (stored.endsWith('AAAA') ? 'BBBB' : 'AAAA'))
  expect(await vault.read()).toBeNull()
})

test('keeps nothing, and does not fail, where the storage is full or there is no key', async () => {
  const key = await makeKey()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const vault = createVault('test', () => Promise.resolve(key))
  await vault.write('text')
  expect(await vault.read()).toBeNull()
  vi.restoreAllMocks()
  const keyless = createVault('test', () => Promise.reject(new Error('no IndexedDB')))
  await keyless.write('text')
  expect(await keyless.read()).toBeNull()
})

test('clearing wins over a write that is still under way', async () => {
  const key = await makeKey()
  const vault = createVault('test', () => Promise.resolve(key))
  const writing = vault.write('text')
  vault.clear()
  await writing
  expect(localStorage.getItem('test')).toBeNull()
})

test('knows whether it holds anything', async () => {
  const key = await makeKey()
  const vault = createVault('test', () => Promise.resolve(key))
  expect(vault.holds()).toBe(false)
  await vault.write('text')
  expect(vault.holds()).toBe(true)
  vault.clear()
  expect(vault.holds()).toBe(false)
})
