/**
 * The cells of one CSV line (RFC 4180); 'open' when a quote is not closed on it (the value may go on in the
 * next line), 'bad' when its quotes make no sense. Line by line, so that a broken quote spoils one line and
 * not the file; a parser for streams swallows everything behind it.
 */
export function csvCells(text: string): string[] | 'open' | 'bad' {
  // Most lines hold no quote.
  if (!text.includes('"')) return text.split(',')
  const cells: string[] = []
  for (let at = 0; ; at += 1) {
    let value = ''
    if (text[at] === '"') {
      let end = at
      do {
        // Two quotes in a row stand for one: it belongs to what follows.
        at = end + 1
        end = text.indexOf('"', at)
        if (end === -1) return 'open'
        value += text.slice(at, end)
        if (text[end + 1] === '"') value += '"'
        end += 1
      } while (text[end] === '"')
      at = end
      if (at < text.length && text[at] !== ',') return 'bad'
    } else {
      const end = text.indexOf(',', at)
      value = text.slice(at, end === -1 ? text.length : end)
      if (value.includes('"')) return 'bad'
      at += value.length
    }
    cells.push(value)
    if (at >= text.length) return cells
  }
}
