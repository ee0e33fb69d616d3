import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testReleases, testStorage } from '../testing/storage-suite.ts'
import { directoryStorage } from './directory-storage.ts'
import type { Storage } from './storage.ts'

let directory: string
let storage: Storage
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'adsite-storage-'))
  storage = directoryStorage(directory)
})
afterEach(() => rm(directory, { recursive: true, force: true }))

describe('a registry in a directory', () => {
  testStorage(() => storage)
  testReleases(() => storage)

  it('leaves nothing behind but the objects', async () => {
    await storage.create('r/ad/1/a.js', Buffer.from('one'))
    await storage.create('r/ad/1/a.js', Buffer.from('two'))
    await storage.compareAndSwap('ch/ad.json', Buffer.from('1'), null)
    expect(await readdir(join(directory, 'tmp'))).toEqual([])
    expect(await readdir(join(directory, 'ch'))).toEqual(['ad.json'])
  })

  it('loses with its first write what killed processes have left in tmp/, and nothing that may still be written', async () => {
    const temporary = (name: string) => join(directory, 'tmp', name)
    const [left, inUse, foreign] = [randomUUID(), randomUUID(), 'lost+found']
    await mkdir(temporary(foreign), { recursive: true })
    for (const [name, minutes] of [
      [left, 61],
      [inUse, 59],
      [foreign, 61],
    ] as const) {
      if (name !== foreign) await writeFile(temporary(name), 'half a build')
      const at = new Date(Date.now() - minutes * 60_000)
      await utimes(temporary(name), at, at)
    }
    await storage.read('ch/ad.json')
    expect((await readdir(temporary(''))).toSorted()).toEqual([left, inUse, foreign].toSorted())
    await storage.create('r/ad/1/a.js', Buffer.from('one'))
    expect((await readdir(temporary(''))).toSorted()).toEqual([inUse, foreign].toSorted())
  })

  it.each(['writeFile', 'sync'] as const)('that is full has no part of what it had no room for (%s)', async (step) => {
    const file = await open(import.meta.filename)
    await file.close()
    const full = vi.spyOn(Object.getPrototypeOf(file) as typeof file, step)
    full.mockRejectedValue(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))
    await expect(storage.create('r/ad/1/a.js', Buffer.from('one'))).rejects.toThrow('ENOSPC')
    await expect(storage.compareAndSwap('ch/ad.json', Buffer.from('1'), null)).rejects.toThrow('ENOSPC')
    full.mockRestore()
    expect(await readdir(join(directory, 'tmp'))).toEqual([])
    expect(await storage.create('r/ad/1/a.js', Buffer.from('one'))).toBe(true)
  })

  it.each(['../outside', '/etc/passwd', 'r/../../x', '.'])('refuses the key %s', async (key) => {
    await expect(storage.read(key)).rejects.toThrow('leads out of the registry')
    await expect(storage.create(key, Buffer.from(''))).rejects.toThrow('leads out of the registry')
    await expect(storage.remove(key)).rejects.toThrow('leads out of the registry')
  })
})
