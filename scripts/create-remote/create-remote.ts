import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { contractVersion } from '@adsite/remote/release-format'
import { packageFoldersOf, readPackageFile } from './contract-packages.ts'
import { filesOf, type NewRemote } from './files.ts'
import { standaloneFilesOf } from './standalone-files.ts'

/** The area cannot be created; says what is wrong, why, and what to do instead. */
export class CreateRemoteError extends Error {}

/** Path segments of the site itself, and units that are not areas. */
export const takenNames: readonly string[] = [
  'api',
  'auth',
  'development',
  'healthz',
  'information',
  'invitation',
  'login',
  'logout',
  'preview-frame',
  'r',
  'readyz',
  'reflection',
  'registry',
  'releases',
  'sanctum',
  'shell',
  'tmp',
]

/** The name becomes a folder, a unit, an address and part of a JavaScript identifier. */
export function checkName(name: string): void {
  if (!/^[a-z][a-z0-9]{1,19}$/u.test(name)) {
    throw new CreateRemoteError(
      `"${name}" cannot name an area: use 2 to 20 lower-case letters and digits, starting with a letter, as in crm.`,
    )
  }
  if (takenNames.includes(name)) throw new CreateRemoteError(`"${name}" is taken by the site itself: choose another name.`)
}

function checkTitle(language: string, title: string): void {
  if (title.trim() === '' || title.length > 40 || /[\p{Cc}<>*/]/u.test(title)) {
    throw new CreateRemoteError(`"${title}" cannot be the ${language} title: use 1 to 40 characters without < > * /.`)
  }
}

/** Adds `dev:<name>` beside the scripts of the other areas. */
async function addScript(root: string, name: string): Promise<void> {
  const path = join(root, 'package.json')
  const file: { scripts: Record<string, string> } = JSON.parse(await readFile(path, 'utf8'))
  const entries = Object.entries(file.scripts)
  const last = entries.findLastIndex(([script]) => script === 'dev' || script.startsWith('dev:'))
  entries.splice(last + 1, 0, [`dev:${name}`, `node scripts/dev.ts ${name}`])
  await writeFile(path, `${JSON.stringify({ ...file, scripts: Object.fromEntries(entries) }, null, 2)}\n`)
}

function checkRemote(remote: NewRemote): void {
  checkName(remote.name)
  checkTitle('Japanese', remote.ja)
  checkTitle('English', remote.en)
  if (!/^mdi[A-Z]\w*$/u.test(remote.icon))
    throw new CreateRemoteError(`"${remote.icon}" is no icon: use a name of @mdi/js, as in mdiAccountGroup.`)
}

/** Moved into place when complete, because a partial area would break the workspace's builds. */
async function writeFolder(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  const draft = join(dirname(folder), `.${basename(folder)}`)
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(draft, file)), { recursive: true })
      await writeFile(join(draft, file), text)
    }
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The versions of the workspace's libraries, as pnpm-workspace.yaml lists them. */
async function catalogOf(root: string): Promise<Record<string, string>> {
  const [, catalog = ''] = (await readFile(join(root, 'pnpm-workspace.yaml'), 'utf8')).split(/^catalog:$/mu)
  const [own = ''] = catalog.split(/^\S/mu)
  return Object.fromEntries([...own.matchAll(/^ {2}'?([^':\s]+)'?: (\S+)$/gmu)].map(([, name = '', version]) => [name, `^${version}`]))
}

const archive = (name: string) => `${name.replace('@', '').replace('/', '-')}-${contractVersion}.tgz`

/**
 * Creates an area in a folder outside of the workspace, which installs the site's packages: from archives, which are
 * copied beside it, or from the registry of packages.
 * @throws CreateRemoteError, with nothing written
 */
export async function createStandalone(root: string, remote: NewRemote, target: string, archives: string | null): Promise<string> {
  checkRemote(remote)
  const folder = resolve(target)
  if (existsSync(folder)) throw new CreateRemoteError(`${folder} is there already: name a new folder with --standalone.`)
  const names = packageFoldersOf(root).map((each) => readPackageFile(join(root, each)).name)
  const copies: Record<string, Buffer> = {}
  for (const name of archives === null ? [] : names) {
    const file = join(archives ?? '', archive(name))
    if (!existsSync(file)) {
      throw new CreateRemoteError(`${file} is missing: pack the packages with "npm run pack:contracts -- --out ${archives}".`)
    }
    copies[`packages/${archive(name)}`] = await readFile(file)
  }
  const version = (name: string) => (archives === null ? `^${contractVersion}` : `file:packages/${archive(name)}`)
  const packages = Object.fromEntries(names.map((name) => [name, version(name)]))
  await mkdir(dirname(folder), { recursive: true })
  await writeFolder(folder, { ...standaloneFilesOf(remote, { packages, libraries: await catalogOf(root) }), ...copies })
  return folder
}

/**
 * Creates `remote-<name>` in a workspace: an area that builds, publishes and loads. Returns its folder.
 * @throws CreateRemoteError, with nothing written
 */
export async function createRemote(root: string, remote: NewRemote): Promise<string> {
  checkRemote(remote)
  const folder = join(root, `remote-${remote.name}`)
  if (existsSync(folder)) throw new CreateRemoteError(`remote-${remote.name} is there already: choose another name, or work on that one.`)
  await writeFolder(folder, filesOf(remote))
  await addScript(root, remote.name)
  return folder
}
