import { required } from '@adsite/contract'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A cell: text, a number, or a day or time (days since 1899-12-30, as spreadsheets count). */
export type SheetCell = string | number | null | { readonly day: number } | { readonly time: number }

/** Maximum rows of a sheet in all spreadsheet programs; further rows go to the next sheet. */
const sheetRows = 1_048_576
/** Longest text of a cell; Excel reports files with a longer one as damaged. */
const cellLength = 32_767

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** Escapes text for XML: drops characters that XML forbids, and escapes `_x0041_`, which would be read as an escape. */
function xmlText(text: string): string {
  return (text.length > cellLength ? text.slice(0, cellLength).replace(/\p{Cs}$/u, '') : text)
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/_(?=x[\dA-Fa-f]{4}_)/gu, '_x005F_')
    .replace(/[&<>"\r]/gu, (sign) => required(entities[sign], 'an entry of entities'))
}

/** Indexes of the cell formats in `styles`. */
const styleOf = { head: 1, day: 2, time: 3 } as const

function cellXml(cell: SheetCell, style = 0): string {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell !== 'string') {
    return 'day' in cell ? `<c s="${styleOf.day}"><v>${cell.day}</v></c>` : `<c s="${styleOf.time}"><v>${cell.time}</v></c>`
  }
  return `<c${style ? ` s="${style}"` : ''} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
}

const rowXml = (cells: readonly SheetCell[], style?: number) => `<row>${cells.map((cell) => cellXml(cell, style)).join('')}</row>`

const sheetHead = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`
const columnsXml = (count: number) => `<cols><col min="1" max="${Math.max(count, 1)}" width="18" customWidth="1"/></cols><sheetData>`

const format = (number: number, font: number) =>
  `<xf numFmtId="${number}" fontId="${font}" fillId="0" borderId="0" applyNumberFormat="1" applyFont="1"/>`

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1">${format(0, 0)}</cellStyleXfs><cellXfs count="4">${format(0, 0)}${format(0, 1)}${format(164, 0)}${format(165, 0)}</cellXfs></styleSheet>`

const sheets = (count: number, of: (number: number) => string) => Array.from({ length: count }, (_, index) => of(index + 1)).join('')

/** The parts of the file other than its sheets. */
function frame(count: number, title: string): Record<string, string> {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const override = (part: string, name: string) => `<Override PartName="${part}" ContentType="${type}.${name}+xml"/>`
  const relation = (id: string, name: string, target: string) => `<Relationship Id="${id}" Type="${documents}/${name}" Target="${target}"/>`
  const name = (number: number) => `${xmlText(title.replace(/[\\/*?:[\]]/gu, ' ').slice(0, 25))}${number === 1 ? '' : ` ${number}`}`
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${sheets(count, (number) => override(`/xl/worksheets/sheet${number}.xml`, 'worksheet'))}</Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packages}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets>${sheets(count, (number) => `<sheet name="${name(number)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships">${sheets(count, (number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`))}${relation('rIdStyles', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': styles,
  }
}

interface Workbook {
  readonly title: string
  readonly head: readonly string[]
  readonly batches: AsyncGenerator<readonly (readonly SheetCell[])[]>
  /** For tests: rows of one sheet, including its header. */
  readonly rowsPerSheet?: number
}

/**
 * Streams the bytes of a workbook. Rows are compressed off the event loop at the reader's pace, so that memory
 * stays flat. `batches` ends when the reader disconnects.
 */
export async function* xlsxPieces(workbook: Workbook): AsyncGenerator<Uint8Array> {
  // The first rows are read before the first byte, so that a failing query produces an error instead of a broken file.
  const first = await workbook.batches.next()
  yield* xlsxStream(workbook, first.done ? [] : first.value)
}

function xlsxStream({ title, head, batches, rowsPerSheet = sheetRows }: Workbook, first: readonly (readonly SheetCell[])[]): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  let pending = [...first]
  let ended = false
  let current: Readable | undefined

  async function* sheet(): AsyncGenerator<string> {
    yield `${sheetHead}${columnsXml(head.length)}${rowXml(head, styleOf.head)}`
    let free = rowsPerSheet - 1
    while (free > 0) {
      if (pending.length === 0) {
        const next = await batches.next()
        if (next.done) {
          ended = true
          break
        }
        pending = [...next.value]
      }
      const rows = pending.splice(0, free)
      free -= rows.length
      yield rows.map((row) => rowXml(row)).join('')
    }
    yield '</sheetData></worksheet>'
  }

  async function write(): Promise<void> {
    let count = 0
    while (!ended && !output.destroyed) {
      count += 1
      current = Readable.from(sheet(), { objectMode: false })
      // Errors surface here too.
      const done = once(current, 'close')
      zip.addReadStream(current, `xl/worksheets/sheet${count}.xml`, { compressionLevel: 4 })
      await done
    }
    if (output.destroyed) return
    for (const [name, content] of Object.entries(frame(count, title))) zip.addBuffer(Buffer.from(content), name)
    zip.end()
  }

  output.once('close', () => {
    current?.destroy()
    void batches.return(undefined)
  })
  write().catch((error) => output.destroy(error))
  return output
}
