// The life of an area in a repository of its own, as its pipeline runs it: packages, build, tests, releases over the
// network. Nothing is installed from the network, and nothing of this workspace is used but the packed packages.
import { serve } from '@hono/node-server'
import { createToken, openRegistry, promote, publish, serveReleases, type Registry } from '@adsite/release'
import { createGateway, type Gateway } from '@adsite/release/gateway'
import { openWorkbench, type Workbench } from '@adsite/release/testing'
import { namesOf, sharedNames } from '@adsite/remote/shared'
import { versionOf } from '@adsite/remote/webpack'
import { registryPointers } from '@adsite/remote/release-format'
import { Hono } from 'hono'
import * as v from 'valibot'
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStandalone } from '../create-remote/create-remote.ts'
import { standaloneLibraries } from '../create-remote/standalone-files.ts'
import { root } from '../remotes.ts'
import { checkPackages } from './check-packages.ts'
import { compilePackages } from './compile.ts'
import { installPackages, type PackedPackage } from './install-packages.ts'
import { packPackages } from './pack-packages.ts'

const channel = 'stable'
let place: string
let packages: PackedPackage[]
/** The repository of the team. */
let team: string
let bench: Workbench
let registry: Registry
let server: Server
let gateway: Gateway
let environment: Record<string, string>

/** A site with a shell that shares what ours does, and with the public key of the team's pipeline. */
async function startSite(): Promise<void> {
  bench = await openWorkbench()
  const pair = generateKeyPairSync('ed25519')
  const pem = { format: 'pem' } as const
  const signingKey = pair.privateKey.export({ ...pem, type: 'pkcs8' }).toString()
  const directory = join(bench.directory, 'site')
  const operator = openRegistry(directory, { settings: { RELEASE_SIGNING_KEY: signingKey } })
  const shares = sharedNames.map((module) => [module, { version: versionOf(join(root, 'shell'), module), names: namesOf(module) }])
  const from = await bench.writeShell('1.0.0-s', { manifest: { shares: Object.fromEntries(shares) } })
  const { build } = await publish(operator, { unit: 'shell', from, channel, commit: null, buildCommand: '' })
  await promote(operator, { unit: 'shell', build, channel, who: 'mika', why: null })
  registry = openRegistry(directory, { settings: { RELEASE_PUBLIC_KEY: pair.publicKey.export({ ...pem, type: 'spki' }).toString() } })
  const app = new Hono()
  const failed = (problem: unknown) => {
    throw problem
  }
  app.route('/', serveReleases({ registry, wrongTokens: { wait: async () => 0, count: async () => 0 }, report: () => undefined, failed }))
  gateway = createGateway({ registry, settings: { defaultLanguage: 'en' }, https: false, report: failed })
  app.route('/', gateway.app)
  server = await new Promise((ready) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => ready(started as Server))
  })
  const units = ['crm']
  const token = await createToken(registry, {
    name: 'crm pipeline',
    units,
    scopes: ['publish', 'canary', 'promote', 'rollback'],
    days: 1,
    who: 'mika',
  })
  environment = {
    REGISTRY: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    RELEASE_TOKEN: token.secret,
    RELEASE_USER: 'octocat',
    RELEASE_SIGNING_KEY: signingKey,
  }
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'adsite-standalone-'))
  await compilePackages()
  packages = await packPackages(join(place, 'archives'))
  const remote = { name: 'crm', ja: '顧客管理', en: 'Customers', icon: 'mdiAccountGroup' }
  team = await createStandalone(root, remote, join(place, 'crm'), join(place, 'archives'))
  await installPackages(team, packages, standaloneLibraries)
  // As npm writes it: what is installed.
  await writeFile(join(team, 'package-lock.json'), JSON.stringify(packages.map(({ name, version }) => [name, version])))
  await startSite()
}, 300_000)
afterAll(async () => {
  gateway.close()
  server.close()
  await bench.remove()
  await rm(place, { recursive: true, force: true })
})

function shell(script: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const { RELEASE_PUBLIC_KEY: _, DATA_DIR: __, ...own } = process.env
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`
  const env = { ...own, ...environment, ...variables, PATH: path, npm_config_update_notifier: 'false' }
  return new Promise((done, failed) => {
    execFile('bash', ['-eo', 'pipefail', '-c', script], { cwd: team, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error) failed(new Error(`${script}\n${stdout}${stderr}`))
      else done(stdout)
    })
  })
}

/** The commands of a job in the generated pipeline, without the installation. */
async function commandsOf(job: string): Promise<string[]> {
  const text = await readFile(join(team, 'pipeline.yml'), 'utf8')
  const [, body = ''] = text.split(new RegExp(`^  ${job}:$`, 'mu'))
  const [own = ''] = body.split(/^ {2}\w+:$/mu)
  const commands = own.split(/^ {6}- /mu).flatMap(
    (step) =>
      /^run: (?:\|\n)?([^]+)$/u
        .exec(step)?.[1]
        ?.replaceAll(/^ {10}/gmu, '')
        .trim() ?? [],
  )
  return commands.filter((command) => command !== 'npm ci')
}

async function run(job: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const commands = await commandsOf(job)
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) await shell(command, variables)
}

const pointer = async () => (await registry.readPointer(channel, 'crm'))?.pointer

/** What pages of the site are told to run. */
async function served(): Promise<string | undefined> {
  const answer = await fetch(`${environment.REGISTRY}/registry/pointers`)
  return v.parse(registryPointers, await answer.json()).remotes.crm?.stable.build
}

it('the packages can be used outside of the workspace', async () => {
  expect(await checkPackages(packages)).toEqual([])
}, 300_000)

it('the area is released, tried, promoted and rolled back by its pipeline alone', async () => {
  await run('release', { REASON: 'first' })
  const first = (await pointer())?.stable
  expect(first).toMatch(/^0\.1\.0-[0-9a-f]{12}$/u)
  expect(await pointer()).toMatchObject({ rev: 1, canary: null })
  // For the stacks of its failures; pages never get them.
  expect(await registry.storage.list(`maps/crm/${first}`)).toContain('remoteEntry.js.map')

  const texts = join(team, 'src', 'base', 'texts.ts')
  await writeFile(texts, (await readFile(texts, 'utf8')).replace('Welcome to Customers', 'Welcome to our Customers'))
  const test = join(team, 'src', 'start', 'StartScreen.test.tsx')
  await writeFile(test, (await readFile(test, 'utf8')).replace('Welcome to Customers', 'Welcome to our Customers'))
  await run('release', { REASON: 'second' })
  const tried = (await pointer())?.canary
  expect(await pointer()).toMatchObject({ rev: 2, stable: first, canary: { percent: 5 } })
  const second = tried?.build ?? ''
  expect(second).not.toBe(first)

  await run('promote', { BUILD: second, REASON: 'nobody complains' })
  expect(await pointer()).toMatchObject({ rev: 3, stable: second, canary: null })
  await run('rollback', { BUILD: '', REASON: 'too friendly' })
  expect(await pointer()).toMatchObject({ rev: 4, stable: first, bad: [second] })
  expect(await registry.readLogEntry(channel, 'crm', 4)).toMatchObject({ who: 'octocat (crm pipeline)', why: 'too friendly' })
  await expect.poll(served).toBe(first)
}, 300_000)
