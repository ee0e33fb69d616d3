// System programs that tests need: installed ones, else from the system's packages.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Problem, run, step } from './tools.mjs'

/** Path of an installed program; undefined if it is missing. Includes `sbin`, where servers are. */
export function programOnMachine(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((place) => existsSync(place))
}

/** Installs packages with apt-get, and tells `out`; false if that is impossible. */
export async function installPackages(packages, out = process.stdout) {
  const done = step(`Installing ${packages.join(', ')} with apt-get`, out)
  const update = await run('apt-get', ['update']).catch(() => ({ code: 1 }))
  const { code } = update.code === 0 ? await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages]) : update
  done()
  return code === 0
}

/** Path of a program, installed if necessary, which `out` is told. */
export async function needProgram(name, packages, out = process.stdout) {
  const place = programOnMachine(name) ?? ((await installPackages(packages, out)) ? programOnMachine(name) : undefined)
  if (place) return place
  throw new Problem(`${name} could neither be found nor installed: install ${packages.join(', ')} and run it again.`)
}
