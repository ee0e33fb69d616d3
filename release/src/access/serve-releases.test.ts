import type { Release } from '@adsite/remote/release-format'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unsignedRelease } from '../actions/publish.ts'
import { readBuildDirectory } from '../build/build-directory.ts'
import { openPlace } from '../cli/place.ts'
import { diff, doctor, freeze, history, promote, promoteTogether, publish, rollback, status, unfreeze } from '../cli/verbs.ts'
import { openRegistry, type Registry } from '../registry/registry.ts'
import { configuredKeys, newKeyPair } from '../signing/key-source.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { serveApp, type Served } from '../testing/serve.ts'
import { serveReleases, type ReleaseCall } from './serve-releases.ts'
import { createToken, defaultScopes, listTokens, revokeToken, tokenScopes, type TokenScope } from './token.ts'
import type { VerbName } from './verbs.ts'

const pair = newKeyPair()
const channel = 'stable'
const uncounted = { wait: async () => 0, count: async () => 0 }
let bench: Workbench
/** The site's registry, which can check releases and not sign them. */
let registry: Registry
let site: Served
let calls: ReleaseCall[]

beforeEach(async () => {
  bench = await openWorkbench()
  registry = openRegistry(join(bench.directory, 'site'), { settings: { RELEASE_PUBLIC_KEY: pair.publicKey } })
  calls = []
  const app = serveReleases({
    registry,
    wrongTokens: uncounted,
    report: (call) => void calls.push(call),
    failed: (error) => {
      throw error
    },
  })
  site = await serveApp(app)
  vi.stubEnv('RELEASE_SIGNING_KEY', pair.signingKey)
  vi.stubEnv('RELEASE_PUBLIC_KEY', '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await site.close()
  await bench.remove()
})

async function tokenFor(units: readonly string[], scopes: readonly TokenScope[] = defaultScopes): Promise<string> {
  return (await createToken(registry, { name: 'crm pipeline', units, scopes, days: 90, who: 'mika' })).secret
}

/** The site as a pipeline with this token sees it. */
function placeWith(token: string) {
  vi.stubEnv('RELEASE_TOKEN', token)
  return openPlace(site.url, 'octocat', () => undefined)
}

const publishing = (unit: string, from: string) => ({ unit, from, channel, commit: 'c0ffee', buildCommand: 'npm run build' })

/** A build as the release tools send it, to be changed by an attacker. */
async function sentBuild(unit: string, build: string): Promise<{ release: Release; files: Map<string, Buffer> }> {
  const directory = await readBuildDirectory(unit, await bench.writeRemote(unit, build), 'npm run build')
  const release = configuredKeys({ RELEASE_SIGNING_KEY: pair.signingKey })!.sign(
    unsignedRelease({ unit, commit: null }, directory, new Date()),
  )
  return { release, files: new Map(directory.bytes) }
}

async function send(token: string, unit: string, { release, files }: { release: object; files: ReadonlyMap<string, Buffer> }) {
  const form = new FormData()
  form.set('release', JSON.stringify(release))
  for (const [path, body] of files) form.set(`file:${path}`, new Blob([new Uint8Array(body)]), 'file')
  const answer = await fetch(`${site.url}/registry/builds/${unit}`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${token}` },
  })
  return { status: answer.status, code: ((await answer.json()) as { error?: { code: string } }).error?.code }
}

async function call(token: string, verb: string, options: object, more: object = {}) {
  const body = JSON.stringify({ options, ...more })
  const answer = await fetch(`${site.url}/registry/verbs/${verb}`, { method: 'POST', body, headers: { Authorization: `Bearer ${token}` } })
  return { status: answer.status, ...((await answer.json()) as { error?: { code: string; why: string }; result?: unknown }) }
}

/** Everything below the folder of the registry, with the contents of what is not a build. */
const stored = () => readdir(join(bench.directory, 'site'), { recursive: true }).catch(() => [])

describe('over the network', () => {
  it('a team publishes, tries, promotes, freezes and rolls back its unit, with the verbs and refusals of the command line', async () => {
    const place = placeWith(await tokenFor(['crm'], ['publish', 'canary', 'promote', 'rollback', 'freeze']))
    const [one, two] = [await bench.writeRemote('crm', '1.0.0-a'), await bench.writeRemote('crm', '1.1.0-b')]
    expect(await publish(place, publishing('crm', one))).toMatchObject({ unit: 'crm', build: '1.0.0-a', files: 4, created: true })
    expect(await publish(place, publishing('crm', one))).toMatchObject({ created: false })
    await publish(place, publishing('crm', two))
    const change = { unit: 'crm', channel, who: 'ignored' }
    await promote(place, { ...change, build: '1.0.0-a', why: 'first' })
    expect(await promote(place, { ...change, build: '1.1.0-b', why: null, canary: { percent: 5 } })).toMatchObject({
      build: '1.0.0-a',
      canary: { build: '1.1.0-b', percent: 5 },
    })
    await promote(place, { ...change, build: '1.1.0-b', why: null })
    await freeze(place, { ...change, reason: 'audit' })
    await expect(promote(place, { ...change, build: '1.0.0-a', why: null })).rejects.toMatchObject({ code: 'frozen' })
    await unfreeze(place, { ...change, reason: 'audited' })
    expect(await rollback(place, { ...change, reason: 'blank list' })).toMatchObject({ build: '1.0.0-a', rev: 6 })
    expect(await status(place, { channel })).toMatchObject([{ unit: 'crm', pointer: { stable: '1.0.0-a', bad: ['1.1.0-b'] } }])
    expect((await history(place, { unit: 'crm', channel })).entries[0]).toMatchObject({ who: 'octocat (crm pipeline)', why: 'blank list' })
    expect(await diff(place, { unit: 'crm', from: '1.0.0-a', to: '1.1.0-b' })).toMatchObject({ commits: ['c0ffee', 'c0ffee'] })
    expect(await doctor(place, { channel })).toMatchObject([{ unit: 'crm', build: '1.0.0-a', faults: [] }])
    await expect(doctor(place, { channel, site: site.url })).rejects.toMatchObject({ code: 'request_invalid' })
    expect(calls.find(({ verb }) => verb === 'rollback')).toMatchObject({
      units: ['crm'],
      token: { name: 'crm pipeline' },
      refused: null,
      done: 'crm runs 1.0.0-a (revision 6)',
      detail: expect.stringContaining('blank list'),
    })
  })

  it('the same checks hold as in the registry: what does not fit the live shell is not stored', async () => {
    const shell = await bench.writeShell('2.0.0-s', { manifest: { contract: { provides: '2.0.0', requires: '^2.0.0' } } })
    const operator = placeWith(await tokenFor(['shell']))
    await publish(operator, publishing('shell', shell))
    await promote(operator, { unit: 'shell', channel, build: '2.0.0-s', why: null, who: '' })
    const place = placeWith(await tokenFor(['crm']))
    await expect(publish(place, publishing('crm', await bench.writeRemote('crm', '1.0.0-a')))).rejects.toMatchObject({
      code: 'contract_mismatch',
      message: expect.not.stringContaining(bench.directory),
    })
    expect(await registry.listBuilds('crm')).toEqual([])
  })

  it('a refused promotion names the builds that can be promoted together, and says that this token is not for all of them', async () => {
    const next = { manifest: { contract: { provides: '2.0.0', requires: '^2.0.0' } } }
    const operators = await tokenFor(['shell', 'crm'])
    const operator = placeWith(operators)
    for (const build of ['1.0.0-s', '2.0.0-s']) {
      await publish(operator, publishing('shell', await bench.writeShell(build, build === '2.0.0-s' ? next : {})))
      if (build === '1.0.0-s') await promote(operator, { unit: 'shell', channel, build, why: null, who: '' })
    }
    const token = await tokenFor(['crm'])
    const place = placeWith(token)
    await publish(place, publishing('crm', await bench.writeRemote('crm', '2.0.0-a', next)))
    const change = { channel, build: '2.0.0-a', unit: 'crm', why: null, who: '' }
    const commands = [['promote', 'shell', '2.0.0-s', 'crm', '2.0.0-a']]
    await expect(promote(place, change)).rejects.toMatchObject({
      advice: 'These builds can be promoted together, by somebody who may also move shell',
      commands,
    })
    await expect(promote(operator, change)).rejects.toMatchObject({ advice: 'These builds can be promoted together', commands })
    const builds = [
      { unit: 'shell', build: '2.0.0-s' },
      { unit: 'crm', build: '2.0.0-a' },
    ]
    await expect(promoteTogether(place, { channel, builds, why: null, who: '' })).rejects.toMatchObject({ code: 'not_permitted' })
    expect(await promoteTogether(operator, { channel, builds, why: null, who: '' })).toHaveLength(2)
  })
})

describe('a token', () => {
  it('is shown once and stored as a hash', async () => {
    const { secret } = await createToken(registry, { name: 'crm', units: ['crm'], scopes: ['publish'], days: 1, who: 'mika' })
    const [name] = await readdir(join(bench.directory, 'site', 'tokens'))
    const text = await readFile(join(bench.directory, 'site', 'tokens', name!), 'utf8')
    // base64url has `_` among its characters, so the secret part is taken by its length.
    expect(secret).toMatch(/^adsite_[\da-f]{16}_[\w-]{43}$/u)
    expect(text).not.toContain(secret.slice(-43))
    expect(JSON.stringify(await listTokens(registry))).not.toMatch(/hash|secret/u)
  })

  it('is refused when it is missing, guessed, expired or revoked', async () => {
    const made = await createToken(registry, { name: 'crm', units: ['crm'], scopes: ['publish'], days: 1, who: 'mika' })
    const guessed = `${made.secret.slice(0, -3)}${made.secret.endsWith('AAA') ? 'BBB' : 'AAA'}`
    for (const token of ['', 'x', guessed, `adsite_${'0'.repeat(16)}_${'A'.repeat(43)}`, `adsite_../../ch/stable/crm_${'A'.repeat(43)}`]) {
      expect(await call(token, 'status', {})).toMatchObject({ status: 401, error: { code: 'token_refused' } })
    }
    vi.useFakeTimers({ now: Date.now() + 86_500_000, toFake: ['Date'] })
    expect(await call(made.secret, 'status', {})).toMatchObject({ status: 401, error: { why: expect.stringContaining('expired at') } })
    vi.useRealTimers()
    expect(await call(made.secret, 'history', { channel })).not.toMatchObject({ status: 401 })
    expect(await revokeToken(registry, { id: made.id, who: 'ren' })).toMatchObject({ revoked: { by: 'ren' } })
    // Whoever was first stays who revoked it.
    expect(await revokeToken(registry, { id: made.id, who: 'mika' })).toMatchObject({ revoked: { by: 'ren' } })
    expect((await listTokens(registry)).tokens).toMatchObject([{ revoked: { by: 'ren' } }])
    expect(await call(made.secret, 'status', {})).toMatchObject({ status: 401, error: { why: expect.stringContaining('revoked at') } })
    await expect(revokeToken(registry, { id: '../../ch/stable/crm', who: 'ren' })).rejects.toMatchObject({ code: 'token_invalid' })
  })

  it('reaches neither other units nor other verbs', async () => {
    const own = await tokenFor(['crm'], ['publish'])
    await publish(placeWith(await tokenFor(['ad'])), publishing('ad', await bench.writeRemote('ad', '1.0.0-a')))
    await publish(placeWith(own), publishing('crm', await bench.writeRemote('crm', '1.0.0-a')))
    const forbidden = { status: 403, error: { code: 'not_permitted' } }
    for (const [verb, options] of [
      ['promote', { channel, unit: 'ad', build: '1.0.0-a', why: null }],
      ['promote', { channel, unit: 'crm', build: '1.0.0-a', why: null }],
      ['promote', { channel, unit: 'crm', build: '1.0.0-a', why: null, canary: { percent: 5 } }],
      ['promoteTogether', { channel, builds: [{ unit: 'ad', build: '1.0.0-a' }], why: null }],
      ['rollback', { channel, unit: 'crm', reason: 'x' }],
      ['history', { channel, unit: 'ad' }],
      ['status', { channel, unit: 'ad' }],
      ['diff', { unit: 'ad', from: '1.0.0-a', to: '1.0.0-a' }],
      ['prune', { unit: 'crm', days: 0, dryRun: false }],
      ['freeze', { channel, unit: 'crm', reason: 'x' }],
    ] as const)
      expect(await call(own, verb, options), verb).toMatchObject(forbidden)
    expect(await send(own, 'ad', await sentBuild('ad', '1.1.0-b'))).toEqual({ status: 403, code: 'not_permitted' })
    // A first build that would go to everybody is no trial.
    const first = { channel, unit: 'crm', build: '1.0.0-a', why: null, canary: { percent: 5 }, firstForAll: true }
    expect(await call(await tokenFor(['crm'], ['canary']), 'promote', first)).toMatchObject(forbidden)
    expect(await registry.listLive(channel)).toEqual([])
  })

  it('needs the scope of each verb, whatever else it permits', async () => {
    const all = await tokenFor(['crm'], tokenScopes)
    for (const build of ['1.0.0-a', '1.1.0-b', '1.2.0-c'])
      await publish(placeWith(all), publishing('crm', await bench.writeRemote('crm', build)))
    const unit = { channel, unit: 'crm' }
    const builds = { channel, builds: [{ unit: 'crm', build: '1.0.0-a' }] }
    const asked: Readonly<Record<VerbName, readonly [TokenScope | 'read', object]>> = {
      status: ['read', unit],
      history: ['read', unit],
      diff: ['read', { unit: 'crm', from: '1.0.0-a', to: '1.1.0-b' }],
      doctor: ['read', { ...unit, build: '1.0.0-a' }],
      promote: ['promote', { ...unit, build: '1.0.0-a', why: null }],
      promoteTogether: ['promote', { ...builds, why: null }],
      rollback: ['rollback', { ...unit, reason: 'x' }],
      rollbackTogether: ['rollback', { ...builds, reason: 'x' }],
      rollbackSet: ['rollback', { ...unit, reason: 'x' }],
      endCanary: ['canary', { ...unit, why: null }],
      freeze: ['freeze', { ...unit, reason: 'x' }],
      unfreeze: ['freeze', { ...unit, reason: 'x' }],
      repair: ['repair', unit],
      prune: ['prune', { unit: 'crm', days: 0, dryRun: true }],
    }
    const isForbidden = async (scopes: readonly TokenScope[], verb: string, options: object) =>
      (await call(await tokenFor(['crm'], scopes), verb, options)).status === 403
    for (const [verb, [needed, options]] of Object.entries(asked)) {
      const others = tokenScopes.filter((scope) => scope !== needed)
      const alone = needed === 'read' ? 'publish' : needed
      const answers = [await isForbidden(others, verb, options), await isForbidden([alone], verb, options)]
      expect([verb, ...answers]).toEqual([verb, needed !== 'read', false])
    }
    const trial = { ...unit, build: '1.1.0-b', why: null, canary: { percent: 5 } }
    expect(
      await isForbidden(
        tokenScopes.filter((scope) => scope !== 'canary'),
        'promote',
        trial,
      ),
    ).toBe(true)
    expect(await isForbidden(['canary'], 'promote', trial)).toBe(false)
  })

  it('that is the newest comes first in the list', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    for (const name of ['one', 'two', 'three']) {
      await createToken(registry, { name, units: ['crm'], scopes: ['publish'], days: 1, who: 'mika' })
      vi.setSystemTime(Date.now() + 60_000)
    }
    vi.useRealTimers()
    expect((await listTokens(registry)).tokens.map(({ name }) => name)).toEqual(['three', 'two', 'one'])
  })

  it('is made only with a name, units and an end', async () => {
    const good = { name: 'crm', units: ['crm'], scopes: defaultScopes, days: 90, who: 'mika' }
    for (const bad of [{ name: ' ' }, { name: 'a\nb' }, { units: [] }, { units: ['../x'] }, { scopes: [] }, { days: 0 }, { days: 400 }])
      await expect(createToken(registry, { ...good, ...bad }), JSON.stringify(bad)).rejects.toMatchObject({ name: 'ReleaseError' })
    expect(await listTokens(registry)).toEqual({ tokens: [], damaged: [] })
  })
})

describe('what a pipeline sends is not trusted', () => {
  it('a build without a signature by an accepted key, or changed after it was signed, leaves nothing behind', async () => {
    const token = await tokenFor(['crm'])
    const { release, files } = await sentBuild('crm', '1.0.0-a')
    const before = await stored()
    const { signature, ...unsigned } = release
    const foreign = configuredKeys({ RELEASE_SIGNING_KEY: newKeyPair().signingKey })!
    const evil = Buffer.from('alert(1)')
    const other = await sentBuild('ad', '1.0.0-a')
    for (const [name, sent, code] of [
      ['unsigned', { release: unsigned, files }, 'request_invalid'],
      ['signed by a foreign key', { release: foreign.sign(release), files }, 'signature_invalid'],
      ['an empty signature', { release: { ...release, signature: { ...signature, value: '' } }, files }, 'signature_invalid'],
      ['another commit', { release: { ...release, commit: 'other' }, files }, 'signature_invalid'],
      ['a changed file', { release, files: new Map([...files, ['remoteEntry.js', evil]]) }, 'file_changed'],
      ['a further file', { release, files: new Map([...files, ['more.js', evil]]) }, 'file_changed'],
      ['a missing file', { release, files: new Map([...files].slice(1)) }, 'file_changed'],
      ['a path out of the build', { release, files: new Map([...files, ['../../../ch/stable/crm.json', evil]]) }, 'file_refused'],
      ['an absolute path', { release, files: new Map([...files, ['/etc/passwd', evil]]) }, 'file_refused'],
      ['a release.json', { release, files: new Map([...files, ['release.json', evil]]) }, 'file_refused'],
      ['the build of another unit', other, 'request_invalid'],
      ['a build id that is a path', { release: { ...release, build: '../x' }, files }, 'invalid_name'],
      ['no JSON', { release: [], files }, 'request_invalid'],
    ] as const)
      expect((await send(token, 'crm', sent)).code, name).toBe(code)
    expect(await stored()).toEqual(before)
  })

  it('a signed build of another day is not accepted again, with the right clock of the site', async () => {
    const token = await tokenFor(['crm'])
    for (const offset of [-2 * 86_400_000, 2 * 3_600_000]) {
      vi.useFakeTimers({ now: Date.now() + offset, toFake: ['Date'] })
      const sent = await sentBuild('crm', '1.0.0-a')
      vi.useRealTimers()
      expect(await send(token, 'crm', sent)).toEqual({ status: 422, code: 'request_invalid' })
    }
    expect(await registry.listBuilds('crm')).toEqual([])
  })

  it('a body that is too large is refused, whether it says so or not, and without a token before it is read', async () => {
    const token = await tokenFor(['crm'])
    const chunk = new Uint8Array(1024 * 1024)
    const endless = (most: number) => {
      let sent = 0
      return new ReadableStream({
        pull: (controller) => (sent++ < most ? controller.enqueue(chunk) : controller.close()),
      })
    }
    const post = async (path: string, secret: string, body: BodyInit) => {
      const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'multipart/form-data; boundary=x' }
      // The answer may arrive while the body is still being sent, which ends the connection.
      return fetch(`${site.url}${path}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit).then(
        (answer) => answer.status,
        () => 'ended',
      )
    }
    expect([413, 'ended']).toContain(await post('/registry/builds/crm', token, endless(40)))
    expect([413, 'ended']).toContain(await post('/registry/builds/crm', token, new Uint8Array(33 * 1024 * 1024)))
    expect([413, 'ended']).toContain(await post('/registry/verbs/status', token, new Uint8Array(100_000)))
    expect([401, 'ended']).toContain(await post('/registry/builds/crm', 'none', endless(40)))
    expect(calls.map(({ refused }) => refused?.split(':')[0])).toEqual(['too_large', 'too_large', 'too_large', 'token_refused'])
  })

  it('calls that no release tool makes are refused in a sentence', async () => {
    const token = await tokenFor(['crm'])
    const invalid = { status: 422, error: { code: 'request_invalid' } }
    expect(await call(token, 'deploy', {})).toMatchObject(invalid)
    expect(await call(token, 'constructor', {})).toMatchObject(invalid)
    expect(await call(token, 'promote', { channel, unit: 'crm', build: 'x', why: null, who: 'automatic' })).toMatchObject(invalid)
    expect(await call(token, 'status', { channel }, { user: 'a\nb' })).toMatchObject(invalid)
    expect(await call(token, 'rollback', { channel: '../..', unit: 'crm', reason: 'x' })).toMatchObject({ error: { code: 'invalid_name' } })
    expect((await fetch(`${site.url}/registry/builds/crm`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } })).status).toBe(
      422,
    )
  })
})

describe('the release tools', () => {
  it('follow no site that leads elsewhere, with their token or without', async () => {
    const reached: string[] = []
    const elsewhere = await serveApp(new Hono().all('*', (c) => (reached.push(c.req.method), c.json({ result: [] }))))
    const leading = await serveApp(new Hono().all('*', (c) => c.redirect(`${elsewhere.url}${c.req.path}`, 307)))
    vi.stubEnv('RELEASE_TOKEN', await tokenFor(['crm']))
    const place = openPlace(leading.url, 'octocat', () => undefined)
    await expect(status(place, { channel })).rejects.toMatchObject({ code: 'site_failed' })
    expect(reached).toEqual([])
    await Promise.all([leading.close(), elsewhere.close()])
  })

  it('send a token only over an encrypted connection, and say what is missing', async () => {
    vi.stubEnv('RELEASE_TOKEN', 'x')
    expect(() => openPlace('http://ads.example', 'mika', () => undefined)).toThrow('unencrypted')
    vi.stubEnv('RELEASE_TOKEN', '')
    expect(() => openPlace('https://ads.example', 'mika', () => undefined)).toThrow('RELEASE_TOKEN is not set')
    vi.stubEnv('RELEASE_TOKEN', 'x')
    const nobody = openPlace('http://127.0.0.1:1', 'mika', () => undefined)
    await expect(status(nobody, { channel })).rejects.toMatchObject({ code: 'site_failed' })
    vi.stubEnv('RELEASE_SIGNING_KEY', '')
    const from = await bench.writeRemote('crm', '1.0.0-a')
    await expect(publish(nobody, publishing('crm', from))).rejects.toMatchObject({ code: 'signing_key_missing' })
  })
})
