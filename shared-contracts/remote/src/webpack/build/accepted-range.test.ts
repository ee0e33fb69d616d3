import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acceptedRange } from './accepted-range.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsite-accepts-'))
  await mkdir(join(folder, 'node_modules', 'antd'), { recursive: true })
  await writeFile(join(folder, 'node_modules', 'antd', 'package.json'), JSON.stringify({ name: 'antd', version: '6.6.8' }))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const state = (peerDependencies?: Record<string, string>) =>
  writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'remote-ad', version: '1.0.0', ...(peerDependencies && { peerDependencies }) }),
  )

describe('acceptedRange', () => {
  it.each(['^6.6.0', '^6.2.0', '^5.20.0 || ^6.6.0', '^6.6.0 || ^7.0.0'])('takes %s', async (range) => {
    await state({ antd: range })
    expect(acceptedRange(folder, 'antd/es/table')).toBe(range)
  })
  it.each<Record<string, string> | undefined>([undefined, {}, { react: '^19.0.0' }])(
    'has none where peerDependencies are %j',
    async (peers) => {
      await state(peers)
      expect(acceptedRange(folder, 'antd/es/table')).toBeUndefined()
    },
  )
  it.each(['>=6', '~6.6.0', '^6.6.0||^7.0.0', '*', 'catalog:', '^6.6', '^6.6.0 ||', ''])(
    'refuses %j and says how to write it',
    async (range) => {
      await state({ antd: range })
      expect(() => acceptedRange(folder, 'antd/es/table')).toThrow(/peerDependencies of remote-ad state antd .*write it as "\^1\.2\.0"/u)
    },
  )
  it.each(['^6.7.0', '^5.0.0', '^5.0.0 || ^7.0.0'])('refuses %s, which excludes the version that is installed', async (range) => {
    await state({ antd: range })
    expect(() => acceptedRange(folder, 'antd/es/table')).toThrow(`antd ${range}, which excludes 6.6.8`)
  })
})
