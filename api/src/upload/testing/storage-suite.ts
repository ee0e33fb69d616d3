import { required } from '@adsite/contract'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Storage } from '../storage.ts'

const nobody = '00000000-0000-4000-8000-000000000000'

/** Tests that apply to every storage of uploaded files. */
export function testStorage(storage: () => Storage): void {
  test('gives back what it was given, byte for byte, under a name of its own', async () => {
    const files = [Buffer.from('a'), randomBytes(300_000), Buffer.from('日本語\r\n\0')]
    const names = await Promise.all(files.map((file) => storage().put(file)))
    expect(new Set(names).size).toBe(files.length)
    for (const [index, name] of names.entries()) {
      expect(name).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/u)
      expect(Buffer.from(required(await storage().get(name), 'the list')).equals(required(files[index], 'an entry of files'))).toBe(true)
    }
  })

  test('the same content twice is two files', async () => {
    const [first, second] = [await storage().put(Buffer.from('x')), await storage().put(Buffer.from('x'))]
    await storage().remove(first)
    expect(await storage().get(first)).toBeNull()
    expect(await storage().get(second)).not.toBeNull()
  })

  test('what is not there is nothing, and can be removed all the same', async () => {
    expect(await storage().get(nobody)).toBeNull()
    await storage().remove(nobody)
  })
}
