import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '@adsite/api'
import { rollUpDifferences } from '@adsite/api/testing'
import type { Cluster } from './cluster.ts'
import type { Acknowledged } from './load.ts'

type Pool = ReturnType<typeof connect>['pool']

/** Records every queued mail, because its row is deleted once it is sent. */
export const noteMails = `
  create table queued_mails (id bigint primary key, recipient text not null);
  create function note_mail() returns trigger language plpgsql as $$ begin insert into queued_mails values (new.id, new.recipient); return null; end $$;
  create trigger note_mail after insert on mail_jobs for each row execute function note_mail();
`

/** How long queued work may take after the last call (milliseconds). A mail that failed is retried after minutes. */
const patience = 240_000

async function untilDone(pool: Pool): Promise<void> {
  const began = performance.now()
  const left = `select (select count(*) from mail_jobs) + (select count(*) from changed_campaigns) as count`
  for (;;) {
    const { rows } = await pool.query<{ count: number }>(left)
    if (rows[0]?.count === 0 || performance.now() - began > patience) return
    await wait(500)
  }
}

function counts(values: readonly string[]): Map<string, number> {
  const counted = new Map<string, number>()
  for (const value of values) counted.set(value, (counted.get(value) ?? 0) + 1)
  return counted
}

async function campaignProblems(pool: Pool, { campaigns, missed }: Acknowledged): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; count: number }>(
    `select name, count(*) from campaigns where name like 'failover %' group by 1`,
  )
  const stored = new Map(rows.map(({ name, count }) => [name, count]))
  return [
    ...missed.map((name) => `The campaign "${name}" was acknowledged, and its author did not find it.`),
    ...[...campaigns].filter((name) => !stored.has(name)).map((name) => `The campaign "${name}" was acknowledged and is lost.`),
    ...[...stored].filter(([, count]) => count > 1).map(([name, count]) => `The campaign "${name}" is there ${count} times.`),
  ]
}

async function fileProblems(pool: Pool, { files }: Acknowledged): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; imps: number }>(
    `select c.name, sum(f.imps)::bigint as imps from delivery_facts f join campaigns c on c.id = f.campaign_id where c.name like 'file %' group by 1`,
  )
  const stored = new Map(rows.map(({ name, imps }) => [name, imps]))
  const wrong = [...files].filter(([name, imps]) => stored.get(name) !== imps)
  const differing = await rollUpDifferences(pool)
  return [
    ...wrong.map(([name, imps]) => `The delivery of "${name}" is ${stored.get(name) ?? 'lost'} instead of ${imps}.`),
    ...(differing.length > 0 ? [`${differing.length} sums differ from the facts.`] : []),
  ]
}

async function mailProblems(pool: Pool, { mails }: Acknowledged, outboxes: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ recipient: string }>('select recipient from queued_mails')
  const waiting = await pool.query<{ recipient: string }>('select recipient from mail_jobs')
  const queued = counts(rows.map(({ recipient }) => recipient))
  const indexes = await Promise.all(outboxes.map((file) => readFile(file, 'utf8').catch(() => '')))
  const sent = counts(indexes.flatMap((index) => index.split('\n').map((line) => line.split('  ')[1] ?? '')))
  return [
    ...[...mails]
      .filter(([email, count]) => (queued.get(email) ?? 0) < count)
      .map(([email]) => `A mail to ${email} was promised and is lost.`),
    ...waiting.rows.map(({ recipient }) => `A mail to ${recipient} is still queued.`),
    ...[...queued]
      .filter(([email, count]) => sent.get(email) !== count)
      .map(([email, count]) => `${email} was to get ${count} mails and got ${sent.get(email) ?? 0}.`),
  ]
}

/** Waits until queued work is done and returns every difference from what was acknowledged, in sentences. */
export async function problemsOf(cluster: Cluster, acknowledged: Acknowledged): Promise<string[]> {
  const [first] = cluster.sites
  const { pool } = connect(first?.settings['DATABASE_DIRECT_URL'] ?? '', { work: 'command' })
  try {
    await untilDone(pool)
    const outboxes = cluster.sites.map(({ outbox }) => join(outbox, 'mails.txt'))
    const problems = [
      await campaignProblems(pool, acknowledged),
      await fileProblems(pool, acknowledged),
      await mailProblems(pool, acknowledged, outboxes),
    ]
    return problems.flat()
  } finally {
    await pool.end()
  }
}

/** Processes of the site that exited or did not recover. */
export const lostParts = ({ sites }: Cluster): string[] =>
  sites.flatMap(({ parts }) =>
    parts.filter(({ isRunning, starts }) => starts > 0 && !isRunning).map(({ name }) => `The ${name} has ended.`),
  )
