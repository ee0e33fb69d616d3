/**
 * Splits one CSV line (RFC 4180) into cells; 'open' if a quote is not closed (the value may continue on the next
 * line), 'bad' if its quotes are invalid. Works line by line, so that a broken quote spoils one line; a
 * streaming parser would swallow the rest of the file.
 */
export function csvCells(text: string): string[] | 'open' | 'bad' {
  // Fast path: most lines contain no quote.
  if (!text.includes('"')) return text.split(',')
  const cells: string[] = []
  for (let at = 0; ; at += 1) {
    let value = ''
    if (text[at] === '"') {
      let end = at
      do {
        // A doubled quote is an escaped one and belongs to what follows.
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
