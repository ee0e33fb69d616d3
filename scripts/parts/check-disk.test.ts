import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDisk } from './check-disk.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'adsite-disk-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

test('passes where there is room, and leaves nothing behind', async () => {
  await checkDisk(join(directory, 'new'), 1)
  expect(await readdir(join(directory, 'new'))).toEqual([])
})

test('fails where too little is left', () => expect(checkDisk(directory, Number.MAX_SAFE_INTEGER)).rejects.toThrow('bytes are left'))

test('fails where nothing can be written', async () => {
  await writeFile(join(directory, 'file'), '')
  await expect(checkDisk(join(directory, 'file'), 1)).rejects.toThrow(/EEXIST|ENOTDIR/u)
  await expect(checkDisk('/proc', 0)).rejects.toThrow(/ENOENT|EACCES|EPERM|EROFS/u)
})
