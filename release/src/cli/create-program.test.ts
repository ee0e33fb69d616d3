import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { layout } from '../registry/layout.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

function release(...args: string[]): { status: number | null; out: string; err: string } {
  const env = { ...process.env, DATA_DIR: bench.directory, RELEASE_USER: 'mika' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../cli.ts'), ...args], {
    env,
    encoding: 'utf8',
  })
  return { status, out: stdout, err: stderr }
}

describe('release', () => {
  it('publishes, promotes, rolls back and tells, one line each', async () => {
    const [one, two] = [await bench.writeRemote('ad', '1.0.0-a'), await bench.writeRemote('ad', '1.0.0-b')]
    expect(release('publish', 'ad', '--from', one)).toEqual({
      status: 0,
      out: 'Published ad 1.0.0-a (4 files, 2 KiB). Make it run with: release promote ad 1.0.0-a\n',
      err: expect.stringMatching(/^Made a key to sign the releases of this registry: .*registry-keys/),
    })
    expect(release('publish', 'ad', '--from', one).out).toBe(
      'ad 1.0.0-a is in the registry already, with the same 4 files: nothing to do.\n',
    )
    expect(release('promote', 'ad', '1.0.0-a').out).toBe('ad runs 1.0.0-a on stable (revision 1, before: nothing).\n')
    release('publish', 'ad', '--from', two)
    expect(JSON.parse(release('promote', 'ad', '1.0.0-b', '--json').out)).toMatchObject({ rev: 2, previous: '1.0.0-a', changed: true })
    expect(release('rollback', 'ad', '--reason', 'blank list').out).toBe('ad runs 1.0.0-a on stable (revision 3, before: 1.0.0-b).\n')
    expect(release('status').out).toMatch(
      /^ad: 1\.0\.0-a \(revision 3, rollback by mika at \S+ \(blank list\)\); nothing to roll back to; bad: 1\.0\.0-b; 2 builds kept\n$/,
    )
    const lines = release('history', 'ad').out.trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^3 {2}\S+ {2}mika {2}rollback 1\.0\.0-b -> 1\.0\.0-a {2}"blank list"$/)
  })

  it('refuses with status 1: one sentence on standard error, or JSON on standard output', async () => {
    await bench.publish('md', await bench.writeRemote('md', '1.0.0-a'))
    const text = release('rollback', 'ad', '--reason', 'x')
    expect(text).toMatchObject({ status: 1, out: '', err: expect.stringMatching(/^ad was not rolled back on stable: no build of ad.*\n$/) })
    const json = release('rollback', 'ad', '--reason', 'x', '--json')
    expect(json).toMatchObject({ status: 1, err: '' })
    expect(JSON.parse(json.out)).toMatchObject({ error: { code: 'unit_unknown', advice: expect.any(String) } })
    expect(release('publish', 'ad', '--from', join(bench.directory, 'none')).err).toContain('pnpm --filter @adsite/remote-ad build')
    expect(release('publish', 'ad', '--from', '/dev/null').err).toContain('no directory')
  })

  it.each([
    [['status']],
    [['doctor']],
    [['prune']],
    [['history', 'ad']],
    [['impact', '@adsite/remote']],
    [['promote', 'ad', '1.0.0-a']],
    [['token', 'list']],
  ])('refuses %j in a place without a registry, and makes none', (args) => {
    const nowhere = join(bench.directory, 'nowhere')
    const refused = { status: 1, out: '', err: expect.stringContaining(`there is no registry in ${nowhere}. Name the right place`) }
    expect(release(...args, '--registry', nowhere)).toEqual(refused)
    expect(existsSync(nowhere)).toBe(false)
  })

  it('refuses other addresses than of a registry or a site, and makes a registry with the first publish or token', async () => {
    for (const place of ['ftp://ads.example/registry', 's3:/bucket/prefix', 'HTTPS:/ads.example']) {
      expect(release('status', '--registry', place)).toMatchObject({ status: 1, err: expect.stringContaining('no kind of registry') })
    }
    const [one, other] = [join(bench.directory, 'one'), join(bench.directory, 'other')]
    expect(release('publish', 'ad', '--from', await bench.writeRemote('ad', '1.0.0-a'), '--registry', one)).toMatchObject({ status: 0 })
    expect(release('status', '--registry', one)).toMatchObject({ status: 0, out: expect.stringContaining('1.0.0-a') })
    expect(release('doctor', '--registry', one)).toMatchObject({ status: 0, out: expect.stringContaining('nothing to check') })
    expect(release('token', 'create', '--unit', 'ad', '--name', 'ci', '--registry', other)).toMatchObject({ status: 0 })
    expect(release('token', 'list', '--registry', other)).toMatchObject({ status: 0, out: expect.stringContaining('"ci"') })
  })

  it('does not say that every build is needed when some cannot be read', async () => {
    await bench.release('ad', '1.0.0-a')
    expect(release('prune').out).toBe('Every build is needed, or younger than 30 days: nothing to remove.\n')
    await writeFile(bench.stored('ch/stable/ad.json'), '{')
    expect(release('prune').out).toMatch(
      /^Nothing to remove among the builds that can be read, and some cannot be:\n {2}left alone: ad: .*\n$/,
    )
  })

  it('names a token that is damaged, and says why it cannot be revoked', () => {
    const { id } = JSON.parse(release('token', 'create', '--unit', 'ad', '--name', 'ci', '--json').out)
    writeFileSync(bench.stored(layout.token(id)), '')
    expect(release('token', 'list')).toMatchObject({ status: 0, out: `${id}  DAMAGED: it cannot be read, so it admits nobody\n` })
    const revoked = release('token', 'revoke', id, '--json')
    const why = `tokens/${id}.json is damaged, so it admits nobody`
    expect([revoked.status, JSON.parse(revoked.out)]).toMatchObject([1, { error: { code: 'registry_damaged', why } }])
    expect(release('token', 'revoke', '0123456789abcdef')).toMatchObject({ status: 1, err: expect.stringContaining('there is none') })
  })

  it('refuses a unit that has no builds, and a channel on which nothing runs beside others', async () => {
    await bench.release('md', '1.0.0-a')
    const noUnit = {
      status: 1,
      out: '',
      err: expect.stringMatching(/^Nothing was removed: there are no builds of nosuch .*Units with builds: md/u),
    }
    expect(release('prune', 'nosuch')).toEqual(noUnit)
    expect(release('prune', 'md')).toMatchObject({ status: 0 })
    for (const words of [['doctor'], ['impact', 'react']]) {
      const noChannel = { status: 1, out: '', err: expect.stringMatching(/nothing was ever promoted on stabel .*: stable\.$/mu) }
      expect(release(...words, '--channel', 'stabel')).toEqual(noChannel)
      expect(release(...words)).toMatchObject({ status: 0 })
    }
  })

  it('answers with status 1 what it cannot know: a build that cannot be read, or a misspelled word', async () => {
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-a', { manifest: { calls: ['GET /api/campaign'] } }))
    release('promote', 'ad', '1.0.0-a')
    expect(release('impact', 'GET /api/campaign')).toMatchObject({ status: 0, out: expect.stringMatching(/^ad 1\.0\.0-a \(stable\): GET/) })
    expect(release('impact', 'get /api/campaign')).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringContaining('"GET /api/campaign"'),
    })
    await writeFile(bench.stored('r/ad/1.0.0-a/release.json'), '{')
    const unknown = {
      status: 1,
      out: expect.stringMatching(/^ad 1\.0\.0-a \(stable\): NOT KNOWN, .*r\/ad\/1\.0\.0-a\/release\.json is not JSON/),
      err: '',
    }
    expect(release('impact', 'GET /api/campaign')).toEqual(unknown)
  })

  it.each([[['rollback', 'ad']], [['promote', 'ad']], [['deploy']], [['status', '--colour']], [[]]])('answers %j with status 2', (args) => {
    expect(release(...args)).toMatchObject({ status: 2, out: '' })
  })

  it('answers a value that no state makes right with status 2, also of what is frozen', async () => {
    await bench.release('ad', '1.0.0-a')
    release('freeze', 'ad', '--reason', 'x')
    const wrong = [
      ['promote', 'ad', '1.0.0-a', '--canary', '101%'],
      ['promote', 'ad', '1.0.0-a', '--accounts', '0'],
      ['promote', 'ad', '1.0.0-a', '--channel', 'Stable!'],
      ['promote', 'ad', '1.0.0-a', '--from', '../a'],
      ['promote', 'ad', '1.0.0-a', '--rev', '0'],
      ['promote', 'AD', '1.0.0-a'],
      ['promote', 'ad', '../a'],
      ['rollback', 'ad', '--reason', ' '],
      ['freeze', 'ad', '--reason', ''],
      ['unfreeze', 'ad', '--reason', ''],
      ['status', '--metrics', 'worker'],
      ['doctor', '--site', 'ads.example'],
      ['prune', '--days', 'x'],
      ['preview', 'ad', '1.0.0-a', '--site', 'https://ads.example', '--hours', '500'],
      ['preview', 'ad', '1.0.0-a', '--site', 'https://ads.example', '--accounts', '0'],
      ['preview', 'ad', '1.0.0-a', 'ad', '1.0.0-b', '--site', 'https://ads.example'],
      ['preview', 'ad', '1.0.0-a', 'md', '--site', 'https://ads.example'],
      ['token', 'create', '--unit', 'crm', '--name', 'ci', '--days', '0'],
      ['token', 'create', '--unit', 'crm', '--name', 'ci', '--days', '367'],
      ['token', 'create', '--unit', 'crm', '--name', ' '],
      ['token', 'create', '--unit', 'CRM', '--name', 'ci'],
      ['token', 'create', '--unit', 'crm', '--name', 'ci', '--allow', 'all'],
    ]
    const answers = wrong.map((words) => {
      const { status, out, err } = release(...words)
      return { words, status, out, isFrozen: err.includes('frozen') }
    })
    expect(answers).toEqual(wrong.map((words) => ({ words, status: 2, out: '', isFrozen: false })))
  })

  it('says of a revision that never was which ones there are, and of a damaged pointer what was not done', async () => {
    for (const unit of ['ad', 'md']) {
      await bench.release(unit, '1.0.0-a')
      await bench.publish(unit, await bench.writeRemote(unit, '1.0.0-b'))
      release('promote', unit, '1.0.0-b')
    }
    for (const words of [
      ['repair', 'ad'],
      ['rollback', 'ad', '--reason', 'x'],
      ['freeze', 'ad', '--reason', 'x'],
    ]) {
      const { status, err } = release(...words, '--rev', '9')
      expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('--rev 9 is no revision of ad: there are 1 to 2.') })
    }
    expect(release('rollback', 'ad', '--reason', 'x', '--rev', '1').err).toContain('has changed ad meanwhile')
    await writeFile(bench.stored(layout.pointer('stable', 'ad')), '{')
    for (const [words, what] of [
      [['rollback', 'ad', '--reason', 'x'], 'ad was not rolled back on stable'],
      [['rollback', 'ad', '1.0.0-a', 'md', '1.0.0-a', '--reason', 'x'], 'were not restored together on stable'],
      [['rollback', 'ad', '--set', '--reason', 'x'], ' on stable'],
      [['promote', 'ad', '1.0.0-b'], 'The build 1.0.0-b of ad was not promoted on stable'],
      [['promote', 'ad', '1.0.0-b', 'md', '1.0.0-a'], 'were not promoted together on stable'],
      [['end-canary', 'ad'], 'The canary of ad was not ended on stable'],
      [['freeze', 'ad', '--reason', 'x'], 'ad was not frozen on stable'],
    ] as const) {
      const { status, err } = release(...words)
      expect([words, status, err]).toEqual([words, 1, expect.stringContaining(`${what}: ch/stable/ad.json is not JSON.`)])
      expect(err).toContain('"release repair ad"')
    }
  })

  it('says that the canary which a rollback has ended is marked bad, and not so of one that was just ended', async () => {
    await bench.release('ad', '1.0.0-a')
    await bench.publish('ad', await bench.writeRemote('ad', '1.0.0-b'))
    release('promote', 'ad', '1.0.0-b', '--canary', '5%')
    expect(release('end-canary', 'ad').out).toBe('ad 1.0.0-b is tried by nobody any more on stable (revision 3); everybody runs 1.0.0-a.\n')
    release('promote', 'ad', '1.0.0-b', '--canary', '5%')
    expect(release('rollback', 'ad', '--from', '1.0.0-b', '--reason', 'blank').out).toBe(
      'ad 1.0.0-b is tried by nobody any more on stable (revision 5); everybody runs 1.0.0-a. 1.0.0-b is marked bad.\n',
    )
  })

  it.each([
    [['rollback', 'ad'], "required option '--reason <text>' not specified"],
    [['promote', 'ad', '1.0.0-a', '--canary', 'half'], expect.stringContaining('Give a share like 5%')],
    [['promote', 'ad', '1.0.0-a', 'md'], expect.stringContaining('no build is named for md')],
    [['deploy'], "unknown command 'deploy'"],
    [['token'], "unknown option '--json'"],
  ])('answers %j with --json with status 2 and says why in JSON alone', (args, why) => {
    const { status, out, err } = release(...args, '--json')
    expect({ status, err, ...JSON.parse(out) }).toEqual({
      status: 2,
      err: '',
      error: { code: 'usage_wrong', what: 'Nothing was done', why, advice: 'Add --help to see how it is used' },
    })
  })

  it('names channel and registry in the commands that it prints, so that none moves another channel', async () => {
    const place = join(bench.directory, 'other')
    const onBeta = (...args: string[]) => release(...args, '--channel', 'beta', '--registry', place)
    const [one, two] = [await bench.writeRemote('ad', '1.0.0-a'), await bench.writeRemote('ad', '1.0.0-b')]
    expect(onBeta('publish', 'ad', '--from', one).out).toContain(`release promote ad 1.0.0-a --channel beta --registry ${place}\n`)
    onBeta('publish', 'ad', '--from', two)
    onBeta('promote', 'ad', '1.0.0-a')
    expect(onBeta('end-canary', 'ad').err).toContain(`"release status ad --channel beta --registry ${place}"`)
    expect(onBeta('rollback', 'ad', '1.0.0-a', '--reason', 'x').err).toContain(`"release status ad --channel beta --registry ${place}"`)
    onBeta('promote', 'ad', '1.0.0-b', '--canary', '5%')
    const tried = onBeta('promote', 'ad', '1.0.0-a').err
    expect(tried).toContain(`"release promote ad 1.0.0-b --channel beta --registry ${place}" gives it to everybody`)
    expect(tried).toContain(`"release rollback ad --from 1.0.0-b --reason … --channel beta --registry ${place}" also marks it bad`)
    onBeta('freeze', 'ad', '--reason', 'x')
    expect(onBeta('promote', 'ad', '1.0.0-b').err).toContain(`"release unfreeze ad --reason … --channel beta --registry ${place}"`)
    expect(onBeta('freeze', 'ad', '--reason', 'x').err).toContain(`"release history ad --channel beta --registry ${place}"`)
    await writeFile(join(place, 'ch', 'beta', 'ad.json'), '{')
    for (const args of [['status'], ['status', '--json'], ['doctor'], ['doctor', '--json']]) {
      expect(onBeta(...args).out).toMatch(/release repair ad --channel beta --registry \S+other/)
    }
  })

  it('says in a sentence when what runs cannot be read', async () => {
    await bench.release('ad', '1.0.0-a')
    const file = bench.stored('r/ad/1.0.0-a/release.json')
    await rm(file)
    await symlink(file, file)
    for (const words of [['status'], ['doctor'], ['impact', 'react'], ['rollback', 'ad', '--reason', 'x']]) {
      expect(release(...words)).toEqual({ status: 1, out: '', err: expect.stringMatching(/^The action was broken off: ELOOP.*\n$/) })
    }
  })

  it('explains itself with status 0', () => {
    expect(release('--help')).toMatchObject({ status: 0, err: '' })
    expect(release('rollback', '--help').out).toContain('--reason <text>')
  })

  it('says in a sentence when the registry cannot be written', async () => {
    const from = await bench.writeRemote('ad', '1.0.0-a')
    const failed = release('publish', 'ad', '--from', from, '--registry', '/dev/null/registry')
    expect(failed).toMatchObject({ status: 1, err: expect.stringMatching(/^The action was broken off: .*\/dev\/null\/registry.*\n$/) })
  })
})
