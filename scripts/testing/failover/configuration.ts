import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of docs/operations/high-availability.md. */
const files = join(import.meta.dirname, '../../../deploy/high-availability')

/** A machine of these files, simulated on this one. */
export interface Machine {
  /** As in the files: `db2`. */
  readonly name: string
  /** As in the files: `10.0.0.22`. */
  readonly address: string
  /** Replaces its root directory. */
  readonly directory: string
}

/** Where the machines of the files are simulated. */
export interface Place {
  /** Replaces `10.0.0.` in the files, as in `127.20.7.`, so that every machine has its own address with all ports. */
  readonly network: string
  /** The folder with initdb and postgres. */
  readonly programs: string
}

/** The loopback address of a machine. */
export const addressOf = ({ address }: Pick<Machine, 'address'>, { network }: Place): string => address.replace('10.0.0.', network)

/** The machine that the environment files are written for. */
const written = { name: 'db1', address: '10.0.0.21' }

/** A file of one machine; only addresses and directories are replaced. */
export function rendered(text: string, machine: Machine, place: Place): string {
  const own = text
    .split('\n')
    .map((line) =>
      line.startsWith('ETCD_INITIAL_CLUSTER=') || !/^[A-Z\d_]+=/u.test(line)
        ? line
        : line.replaceAll(written.name, machine.name).replaceAll(written.address, machine.address),
    )
    .join('\n')
  return (
    own
      // Local connections come from 127.0.0.1, whatever address they are made to.
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('127.0.0.1', addressOf(machine, place))
      .replaceAll('10.0.0.', place.network)
      .replaceAll('/usr/lib/postgresql/15/bin', place.programs)
      .replaceAll(/(?<![\w.])\/(?:var|etc|run)\//gu, `${machine.directory}$&`)
  )
}

/** {@link rendered} of a file in deploy/high-availability. */
export const configurationOf = async (name: string, machine: Machine, place: Place): Promise<string> =>
  rendered(await readFile(join(files, name), 'utf8'), machine, place)

/** Parses an environment file as systemd does. */
export function settingsOf(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line) => {
    const [, name, value] = /^([A-Z\d_]+)=(.*)$/u.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(pairs)
}

/** The directories that the files name. */
export const folders = ['etc/pgbouncer', 'run/postgresql', 'var/lib/etcd', 'var/lib/postgresql', 'var/log/postgresql'] as const
