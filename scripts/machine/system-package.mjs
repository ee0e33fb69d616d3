// Programs of the system that tests run against: those on the machine, else its packages.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Problem, run, step } from './tools.mjs'

/** Where a program of the machine is; undefined when it is not installed. `sbin` counts too: servers lie there. */
export function programOnMachine(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((place) => existsSync(place))
}

/** Installs packages with apt-get; false where that cannot be done. */
export async function installPackages(packages) {
  const done = step(`Installing ${packages.join(', ')} with apt-get`)
  const update = await run('apt-get', ['update']).catch(() => ({ code: 1 }))
  const { code } = update.code === 0 ? await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages]) : update
  done()
  return code === 0
}

/** Path of a program, installed if need be. */
export async function needProgram(name, packages) {
  const place = programOnMachine(name) ?? ((await installPackages(packages)) ? programOnMachine(name) : undefined)
  if (place) return place
  throw new Problem(`${name} could neither be found nor installed: install ${packages.join(', ')} and run it again.`)
}
