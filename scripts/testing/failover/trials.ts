import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { DatabaseMachine } from './database-machine.ts'
import type { Service } from './service.ts'

/** A fault to inject into the cluster. */
export interface Trial {
  readonly name: string
  readonly summary: string
  run(cluster: Cluster): Promise<void>
}

/** More than Patroni needs to elect a new primary on a busy machine (milliseconds). */
const patience = 120_000

async function leaderOf(cluster: Cluster): Promise<DatabaseMachine> {
  const leader = await cluster.leader()
  if (!leader) throw new Error('There is no primary to begin with.')
  return leader
}

/** Waits until another machine is the primary. */
async function untilAnother(cluster: Cluster, former: DatabaseMachine): Promise<void> {
  const began = performance.now()
  const others = cluster.databases.filter((machine) => machine !== former)
  for (;;) {
    for (const machine of others) {
      const members = (await machine.members()) ?? []
      if (members.some(({ name, role, state }) => name !== former.name && role === 'leader' && state === 'running')) return
    }
    if (performance.now() - began > patience) throw new Error(`No other machine took over from ${former.name} within ${patience / 1000} s.`)
    await wait(200)
  }
}

/** Kills a process and waits until its unit has restarted it. */
async function restarted(service: Service | undefined): Promise<void> {
  if (!service) throw new Error('There is no such process.')
  const { starts } = service
  service.signal('SIGKILL')
  while (service.starts === starts || !service.isRunning) await wait(50)
}

export const trials: readonly Trial[] = [
  {
    name: 'server',
    summary: "the primary's PostgreSQL is killed (kill -9)",
    async run(cluster) {
      const leader = await leaderOf(cluster)
      leader.killServer()
      await untilAnother(cluster, leader)
    },
  },
  {
    name: 'machine',
    summary: 'the machine with the primary is lost: PostgreSQL, Patroni and etcd are killed, and come back later',
    async run(cluster) {
      const leader = await leaderOf(cluster)
      await leader.lose()
      await untilAnother(cluster, leader)
      leader.start()
    },
  },
  {
    name: 'frozen',
    summary: 'the machine with the primary stands still and goes on when another one has taken over',
    async run(cluster) {
      const leader = await leaderOf(cluster)
      leader.signalAll('SIGSTOP')
      try {
        await untilAnother(cluster, leader)
      } finally {
        leader.signalAll('SIGCONT')
      }
    },
  },
  {
    name: 'switchover',
    summary: 'the primary is handed over as planned',
    async run(cluster) {
      const leader = await leaderOf(cluster)
      const answer = await leader.switchover()
      if (!answer.startsWith('200')) throw new Error(`Patroni refused the switchover: ${answer}`)
      await untilAnother(cluster, leader)
    },
  },
  {
    name: 'pgbouncer',
    summary: 'one PgBouncer is killed, and started again by its unit',
    run: ({ sites }) => restarted(sites[0]?.pgbouncer),
  },
  {
    name: 'haproxy',
    summary: 'one HAProxy is killed, and started again by its unit',
    run: ({ sites }) => restarted(sites[0]?.haproxy),
  },
  {
    name: 'etcd',
    summary: 'one etcd is killed, and started again by its unit',
    run: ({ databases }) => restarted(databases[0]?.etcd),
  },
]
