import type { Outage } from './calls.ts'

/** The result of a run. */
export interface Result {
  readonly outages: readonly Outage[]
  /** Numbers of acknowledged records, files and mails that were verified. */
  readonly acknowledged: Readonly<Record<'campaigns' | 'files' | 'mails', number>>
  readonly calls: number
  /** Violations, one sentence each. */
  readonly problems: readonly string[]
}

const columns = ['trial', 'calls', 'failed', 'answers', 'last failure after', 'longest without a write', 'whole after'] as const

const row = ({ name, calls, failed, answers, until, silent, whole }: Outage): string[] => [
  name,
  String(calls),
  String(failed),
  Object.entries(answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || '–',
  `${until} s`,
  `${silent} s`,
  `${whole} s`,
]

/** Formats the figures as a table, followed by the violations. */
export function report({ outages, acknowledged: { campaigns, files, mails }, calls, problems }: Result): string {
  const rows = [[...columns], ...outages.map(row)]
  const widths = columns.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const table = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const found = `${campaigns} campaigns, ${files} delivery files and ${mails} mails were acknowledged in ${calls} calls`
  const end = problems.length === 0 ? [`${found}, and all are there once.`] : [`${found}.`, '', ...problems]
  return `${[...table, '', ...end].join('\n')}\n`
}
