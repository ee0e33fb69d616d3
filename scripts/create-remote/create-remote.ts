import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesOf, type NewRemote } from './files.ts'

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
  const file = JSON.parse(await readFile(path, 'utf8')) as { scripts: Record<string, string> }
  const entries = Object.entries(file.scripts)
  const last = entries.findLastIndex(([script]) => script === 'dev' || script.startsWith('dev:'))
  entries.splice(last + 1, 0, [`dev:${name}`, `node scripts/dev.ts ${name}`])
  await writeFile(path, `${JSON.stringify({ ...file, scripts: Object.fromEntries(entries) }, null, 2)}\n`)
}

/**
 * Creates `remote-<name>` in a workspace: an area that builds, publishes and loads. Returns its folder.
 * @throws CreateRemoteError, with nothing written
 */
export async function createRemote(root: string, remote: NewRemote): Promise<string> {
  checkName(remote.name)
  checkTitle('Japanese', remote.ja)
  checkTitle('English', remote.en)
  if (!/^mdi[A-Z]\w*$/u.test(remote.icon))
    throw new CreateRemoteError(`"${remote.icon}" is no icon: use a name of @mdi/js, as in mdiAccountGroup.`)
  const folder = join(root, `remote-${remote.name}`)
  if (existsSync(folder)) throw new CreateRemoteError(`remote-${remote.name} is there already: choose another name, or work on that one.`)
  // Moved into place when complete, because a partial area would break the workspace's builds.
  const draft = join(root, `.remote-${remote.name}`)
  try {
    for (const [file, text] of Object.entries(filesOf(remote))) {
      await mkdir(dirname(join(draft, file)), { recursive: true })
      await writeFile(join(draft, file), text)
    }
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  await addScript(root, remote.name)
  return folder
}
