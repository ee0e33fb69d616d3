import type { BenchResult, Figure } from './figure.ts'

const head = ['bench', 'figure', 'ours', 'p95', 'beside', 'p95', 'ratio', 'own SQL', 'unit', 'target', 'met', 'beside what']

function written(value: number | undefined): string {
  if (value === undefined) return ''
  return value.toLocaleString('en-US', { maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2 })
}

/** Ours ÷ the comparison. */
export function ratioOf({ ours, beside }: Figure): number | undefined {
  return beside && beside.value > 0 ? ours / beside.value : undefined
}

function cellsOf(bench: string, figure: Figure): string[] {
  const { name, unit, ours, p95, beside, ownSql, target } = figure
  const met = target ? (target.met ? 'yes' : 'NO') : ''
  const values = [ours, p95, beside?.value, beside?.p95, ratioOf(figure), ownSql].map(written)
  return [bench, name, ...values, unit, target?.text ?? '', met, beside?.what ?? '']
}

/** Formats all figures as a table for a terminal: text left-aligned, numbers right-aligned. */
export function tableOf(results: readonly BenchResult[]): string {
  const figureRows = results.flatMap(({ bench, figures }) => figures.map((figure) => cellsOf(bench, figure)))
  const rows = [head, ...figureRows]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const isNumber = (column: number) => column >= 2 && column <= 7
  const line = (row: string[]) =>
    row
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...figureRows.map(line)].join('\n')
}
