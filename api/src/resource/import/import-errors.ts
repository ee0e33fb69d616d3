import {
  importErrorColumn,
  importLimits,
  recordColumn,
  required,
  type AnyResource,
  type ImportError,
  type Locale,
  type Text,
} from '@adsite/contract'
import type { CsvFile } from '../../file/read-csv.ts'
import { fieldErrorText, errorSentence } from '../../error/answer-error.ts'
import type { RequestError } from '../../error/request-error.ts'
import { csvBytes } from '../../file/csv-bytes.ts'
import { defused, undefused } from '../../file/defuse.ts'
import { isErrorColumn, type ImportColumn } from './import-plan.ts'

/** A cell as an export would write what it says, so that its formula does nothing and an import reads the same again. */
const harmless = (cell: string) => defused(undefused(cell.trim()))

/** Collects the errors of a file by line. */
export class ImportErrors {
  readonly #list: ImportError[] = []
  readonly #conflicts = new Set<number>()
  readonly #titles: ReadonlyMap<string, string>
  readonly #resource: AnyResource
  readonly #locale: Locale

  constructor(resource: AnyResource, columns: readonly ImportColumn[], locale: Locale) {
    this.#resource = resource
    this.#titles = new Map(columns.map(({ name, title }) => [name, title]))
    this.#locale = locale
  }

  get count(): number {
    return this.#list.length
  }

  /** Lines with errors. */
  get lines(): number {
    return new Set(this.#list.map(({ line }) => line)).size
  }

  /** Lines that conflict with a concurrent change. */
  get conflicts(): number {
    return this.#conflicts.size
  }

  add(line: number, field: string | null, text: string | Text): void {
    const column = field === null ? null : (this.#titles.get(field) ?? null)
    this.#list.push({ line, field, column, message: fieldErrorText(text, this.#locale) })
  }

  addRefusal(line: number, refusal: RequestError): void {
    if (refusal.code === 'conflict') this.#conflicts.add(line)
    const byField = Object.entries(refusal.details.errors ?? {})
    for (const [field, texts] of byField) {
      for (const text of texts) this.add(line, field, text)
    }
    if (byField.length === 0) this.#list.push({ line, field: null, column: null, message: errorSentence(refusal, this.#locale) })
  }

  /** The first errors in file order, up to the reported number. */
  get first(): ImportError[] {
    return this.#list.toSorted((a, b) => a.line - b.line).slice(0, importLimits.errors)
  }

  /** What the erroneous lines say, with the reasons in an additional column; null if there are none. */
  fileOf({ head, lines }: CsvFile): string | null {
    if (this.count === 0) return null
    const reasons = new Map<number, string[]>()
    for (const { line, field, column, message } of this.#list) {
      const name = column ?? (field === null ? undefined : recordColumn(this.#resource, field)?.label[this.#locale])
      reasons.set(line, [...(reasons.get(line) ?? []), name === undefined ? message : `${name}: ${message}`])
    }
    const own = head.map((title, index) => (isErrorColumn(title) ? -1 : index)).filter((index) => index >= 0)
    const cellsOf = (cells: readonly string[]) => own.map((index) => cells[index] ?? '')
    const refused = lines.filter(({ line }) => reasons.has(line))
    const reasonsOf = (line: number) => required(reasons.get(line), 'an entry of reasons').join(' / ')
    const rows = refused.map(({ line, cells }) => [...cellsOf(cells).map(harmless), defused(reasonsOf(line))])
    return Buffer.from(csvBytes([[...cellsOf(head), importErrorColumn[this.#locale]], ...rows], 'utf8')).toString('utf8')
  }
}
