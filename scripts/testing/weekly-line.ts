import { stripVTControlCharacters } from 'node:util'

/** The weekly tests in order; each is a script of package.json that runs the file. */
export const weekly = [
  {
    name: 'test:cluster',
    file: 'scripts/cluster/test-cluster.ts',
    summary: 'API and browser journeys on a Citus cluster, and what is left when a node is lost',
  },
  {
    name: 'test:upgrade',
    file: 'scripts/upgrade/test-upgrade.ts',
    summary: 'calls and sums during a rolling upgrade from the former release',
  },
  {
    name: 'test:failover',
    file: 'scripts/testing/failover/test-failover.ts',
    summary: 'the site while its primary, a machine, PgBouncer, HAProxy or etcd is killed',
  },
] as const

/** Patterns of lines that state the outcome of a run, most informative first. */
const endings = [
  /^\d+ campaigns, .* acknowledged .*$/gmu,
  /^\d+ calls during the upgrade .*$/gmu,
  /^On the cluster \d+ tests .*$/gmu,
  /^\s*Tests {2}.*$/gmu,
  /^.*\S.*$/gmu,
]

/** Summarises a run in one line: whether it passed, its duration, its last line of output, and where its log is. */
export function lineOf(name: string, passed: boolean, milliseconds: number, output: string, log: string): string {
  const text = stripVTControlCharacters(output)
  const words = endings.map((ending) => text.match(ending)?.at(-1)?.trim()).find((line) => line !== undefined) ?? 'it printed nothing'
  const minutes = Math.round(milliseconds / 60_000)
  return `${name.padEnd(14)} ${passed ? 'passed' : 'FAILED'} in ${minutes} min: ${words.replaceAll(/\s+/gu, ' ')}${passed ? '' : ` (${log})`}`
}
