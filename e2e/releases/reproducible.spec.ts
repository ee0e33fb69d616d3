import { expect, test } from '@playwright/test'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { environment, root } from '../support/site.ts'

const run = promisify(execFile)

/** Every file of a directory with its text. */
async function filesOf(directory: string): Promise<Record<string, string>> {
  const names = (await readdir(directory, { recursive: true })).toSorted()
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(directory, name), 'latin1')] as const)))
}

test('the same sources in another folder, built from another directory, give the same bytes and id', async () => {
  test.slow()
  const built = join(root, 'remote-op')
  const cache = join(root, '.cache')
  await mkdir(cache, { recursive: true })
  const place = await mkdtemp(join(cache, 'reproducible-'))
  try {
    const copy = join(place, 'some', 'where')
    await mkdir(copy, { recursive: true })
    // Hard links instead of a second installation; a symbolic link would be resolved to the first folder.
    const parts = ['node_modules', 'shared-contracts', 'remote-op', 'package.json', 'pnpm-lock.yaml']
    await run('cp', ['--archive', '--link', ...parts.map((part) => join(root, part)), copy])
    await rm(join(copy, 'remote-op', 'dist'), { recursive: true })
    await run('node', [join('remote-op', 'build.ts')], { cwd: copy, env: environment })

    const [here, there] = [await filesOf(join(built, 'dist')), await filesOf(join(copy, 'remote-op', 'dist'))]
    expect(Object.keys(here)).toContain('remoteEntry.js')
    expect(Object.keys(there)).toEqual(Object.keys(here))
    expect(Object.keys(here).filter((name) => there[name] !== here[name])).toEqual([])
    // No file says where it was made.
    expect(Object.keys(here).filter((name) => here[name]?.includes(root))).toEqual([])
  } finally {
    await rm(place, { recursive: true, force: true })
  }
})
