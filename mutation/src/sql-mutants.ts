/** One small change of the SQL in a source file. */
export interface SqlMutant {
  readonly line: number
  readonly before: string
  readonly after: string
  /** The whole file with the change. */
  readonly source: string
}

/** What is looked for in SQL, and what takes its place. A change that PostgreSQL refuses is noticed by whatever runs it. */
const changes: readonly (readonly [find: RegExp, put: string])[] = [
  [/>=/gu, '>'],
  [/<=/gu, '<'],
  [/(?<=\s)>(?=\s)/gu, '>='],
  [/(?<=\s)<(?=\s)/gu, '<='],
  [/(?<=\s)=(?=\s)/gu, '<>'],
  [/<>/gu, '='],
  [/\band\b/gu, 'or'],
  [/\bor\b/gu, 'and'],
  [/\bis null\b/gu, 'is not null'],
  [/\bis not null\b/gu, 'is null'],
  [/[\w.]+ is null\b/gu, 'true'],
  [/\bnot (?=exists|in\b|\(|coalesce|$)/gu, ''],
  [/\bmin\(/gu, 'max('],
  [/\bmax\(/gu, 'min('],
  [/\bsum\(/gu, 'max('],
  [/\bleast\(/gu, 'greatest('],
  [/\bgreatest\(/gu, 'least('],
  [/(?<=\s)\+(?=\s)/gu, '-'],
  [/(?<=\s)-(?=\s)/gu, '+'],
  [/(?<=\s)\*(?=\s)/gu, '/'],
  [/(?<=\s)\/(?=\s)/gu, '*'],
  [/\bdesc\b/gu, 'asc'],
  [/\bleft join\b/gu, 'join'],
  [/\bunion all\b/gu, 'union'],
  [/'[A-Z][A-Z_]+'/gu, "'OTHER'"],
]

/** Where the text of template literals begins and ends, without what stands in `${…}` and without comments. */
function templateTexts(source: string): [start: number, end: number][] {
  const texts: [number, number][] = []
  /** For each `${` that is open, how many braces are open inside it. */
  const braces: number[] = []
  let start = -1
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (start >= 0) {
      if (character === '\\') at++
      else if (character === '`' || source.startsWith('${', at)) {
        texts.push([start, at])
        start = -1
        if (character === '$') {
          braces.push(0)
          at++
        }
      }
    } else if (source.startsWith('//', at)) at = source.indexOf('\n', at)
    else if (source.startsWith('/*', at)) at = source.indexOf('*/', at) + 1
    else if (character === "'") at = source.indexOf("'", at + 1)
    else if (character === '`') start = at + 1
    else if (character === '{' && braces.length > 0) braces.push((braces.pop() ?? 0) + 1)
    else if (character === '}' && braces.length > 0) {
      const open = braces.pop() ?? 0
      if (open > 0) braces.push(open - 1)
      else start = at + 1
    }
  }
  return texts
}

/** Every change of the SQL in the template literals of a source file. */
export function sqlMutants(source: string): SqlMutant[] {
  return templateTexts(source).flatMap(([start, end]) =>
    changes.flatMap(([find, put]) =>
      [...source.slice(start, end).matchAll(find)].map((match) => {
        const at = start + match.index
        const lineStart = source.lastIndexOf('\n', at) + 1
        const lineEnd = source.indexOf('\n', at)
        const changed = source.slice(0, at) + put + source.slice(at + match[0].length)
        return {
          line: source.slice(0, at).split('\n').length,
          before: source.slice(lineStart, lineEnd).trim(),
          after: changed.slice(lineStart, changed.indexOf('\n', at)).trim(),
          source: changed,
        }
      }),
    ),
  )
}
