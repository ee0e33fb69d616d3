import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../embedded/embedded-place.ts'

/** An installed PostgreSQL server. */
export interface Server {
  /** The folder with initdb, pg_ctl and pg_config. */
  readonly programs: string
  readonly major: number
  readonly hasCitus: boolean
}

/** Folders in which packages put the programs of a server: Debian's, Red Hat's, and those on the PATH. */
function folders(): string[] {
  const versions = (parent: string, pattern: RegExp) =>
    existsSync(parent)
      ? readdirSync(parent)
          .filter((name) => pattern.test(name))
          .map((name) => join(parent, name, 'bin'))
      : []
  const path = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '')
  return [...versions('/usr/lib/postgresql', /^\d+$/u), ...versions('/usr', /^pgsql-\d+$/u), ...path]
}

/** The PostgreSQL servers of this machine, those with Citus first, the newest first. */
export async function installedServers(): Promise<Server[]> {
  const places = folders().filter((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_config')))
  const servers = places.map(async (programs) => {
    const { output } = await run(join(programs, 'pg_config'), ['--sharedir', '--version'])
    const [share = '', version = ''] = output.trim().split('\n')
    const hasCitus = existsSync(join(share, 'extension', 'citus.control'))
    return { programs, major: Number(/\d+/u.exec(version)?.[0] ?? 0), hasCitus }
  })
  const found = await Promise.all(servers)
  return found.toSorted((one, other) => Number(other.hasCitus) - Number(one.hasCitus) || other.major - one.major)
}

async function configured(programs: string, option: string): Promise<string> {
  return (await run(join(programs, 'pg_config'), [option])).output.trim()
}

/** The makefile for extensions of a server; its package for development brings it. */
export const extensionMakefile = (programs: string): Promise<string> => configured(programs, '--pgxs')

/** The folder of the headers of a server. */
export const serverHeaders = (programs: string): Promise<string> => configured(programs, '--includedir-server')
