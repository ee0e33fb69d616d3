import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { doctor, openRegistry, promote, publish } from '@adsite/release'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takenNames } from './create-remote/create-remote.ts'
import { root } from './remotes.ts'

const bin = join(root, 'node_modules', '.bin')
let place: string

/** A workspace with only what the new area's build may need: no other area, and not the shell. */
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'adsite-create-'))
  for (const file of ['node_modules', 'pnpm-lock.yaml', 'tsconfig.json', 'vitest.config.ts', '.oxfmtrc.json', '.oxlintrc.json'])
    await symlink(join(root, file), join(place, file))
  for (const folder of ['shared-contracts', 'api']) await symlink(join(root, folder), join(place, folder))
  await cp(join(root, 'package.json'), join(place, 'package.json'))
  await cp(join(root, 'scripts'), join(place, 'scripts'), { recursive: true })
})
afterAll(() => rm(place, { recursive: true, force: true }))

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function run(program: string, args: readonly string[], cwd = place): Promise<Ran> {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, env, maxBuffer: 16 * 1024 * 1024 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    )
  })
}
const create = (...args: string[]) => run('node', ['scripts/create-remote.ts', ...args, '--no-install'])

describe('create-remote', () => {
  it('says how it is used', async () => {
    const { code, stdout } = await create('--help')
    expect([code, stdout.includes('pnpm create-remote NAME')]).toEqual([0, true])
    for (const wrong of [[], ['a1', 'b2'], ['crm', '--colour', 'red']]) {
      const { code: status, stderr } = await create(...wrong)
      expect(status).toBe(2)
      expect(stderr).toContain('--help')
      expect(stderr).not.toContain('    at ')
    }
  })

  it.each([
    ['CRM', 'lower-case letters and digits'],
    ['my-area', 'lower-case letters and digits'],
    ['../up', 'lower-case letters and digits'],
    ['1st', 'starting with a letter'],
    ['x', '2 to 20'],
    ['releases', 'taken by the site itself'],
    ['shell', 'taken by the site itself'],
  ])('refuses the name %s, and writes nothing', async (name, reason) => {
    const before = await readdir(place)
    const { code, stderr } = await create(name)
    expect(code).toBe(1)
    expect(stderr).toContain(reason)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(await readdir(place)).toEqual(before)
  })

  it('knows every address that the shell has', async () => {
    const routes = await readFile(join(root, 'shell', 'src', 'routes.tsx'), 'utf8')
    const segments = [...routes.matchAll(/(?:path: |screenRoute\()'\/([\w-]+)/gu)].map(([, segment]) => segment)
    expect(segments.length).toBeGreaterThan(4)
    for (const segment of segments) expect(takenNames).toContain(segment)
  })
})

describe('a new area', () => {
  let made: Ran
  beforeAll(async () => {
    made = await create('crm', '--ja', "顧客'管理", '--en', "Customers' corner", '--json')
    // As linked by pnpm install.
    await cp(join(root, 'remote-ad', 'node_modules'), join(place, 'remote-crm', 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    })
  })

  it('is made once', async () => {
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(made.stdout)).toEqual({ area: 'crm', folder: join(place, 'remote-crm') })
    const { code, stderr } = await create('crm')
    expect([code, stderr]).toEqual([1, expect.stringContaining('remote-crm is there already')])
  })

  it('is written as everything here is', async () => {
    const files = ['build.ts', 'src'].map((file) => join('remote-crm', file))
    expect(await run('oxfmt', ['--check', ...files])).toMatchObject({ code: 0 })
    expect(await run('oxlint', ['--deny-warnings', ...files])).toMatchObject({ code: 0 })
  })

  it('keeps what every area has to keep, and passes its own tests', async () => {
    const { code, stdout } = await run('vitest', ['run', '--project', 'unit*', 'remote-crm', 'scripts/remote-conformance'])
    // The tests may run with colours.
    expect(stripVTControlCharacters(stdout)).toMatch(/Tests\s+9 passed/u)
    expect(code, stdout).toBe(0)
  })

  it('builds without any other area, and can be published and promoted beside the shell that runs', async () => {
    const built = await run('node', ['build.ts'], join(place, 'remote-crm'))
    expect(built, built.stderr).toMatchObject({ code: 0 })
    const registry = openRegistry(join(place, 'registry'))
    const channel = 'stable'
    const from = join(place, 'remote-crm', 'dist')
    const { build } = await publish(registry, { unit: 'crm', from, channel, commit: null, buildCommand: 'node build.ts' })
    expect(build).toMatch(/^0\.1\.0-/u)
    await promote(registry, { unit: 'crm', build, channel, who: 'ren', why: 'first' })
    expect(await doctor(registry, { unit: 'crm', channel })).toMatchObject([{ unit: 'crm', build, faults: [] }])
  })
})
