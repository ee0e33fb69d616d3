import { parseSync, Visitor, type CallExpression } from 'oxc-parser'
import type { LoaderContext } from 'webpack'
import { baseStyles, componentStyles, styleMakers, styleName } from './static-styles.ts'

interface Options {
  /** What to answer in place of the module: the styles with these names. */
  readonly styles?: string
}

interface Cut {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The calls of the functions with these names. */
function callsOf(file: string, source: string, names: readonly string[]): CallExpression[] {
  const calls: CallExpression[] = []
  new Visitor({
    CallExpression(call) {
      if (call.callee.type === 'Identifier' && names.includes(call.callee.name)) calls.push(call)
    },
  }).visit(parseSync(file, source).program)
  return calls
}

function replaced(source: string, cuts: readonly Cut[]): string {
  return cuts.toReversed().reduce((text, { start, end, text: other }) => text.slice(0, start) + other + text.slice(end), source)
}

/** The value of a literal: a string, or an array of strings. */
function nameIn(source: string, call: CallExpression): string {
  const [first] = call.arguments
  return styleName(JSON.parse(source.slice(first?.start, first?.end).replaceAll("'", '"')))
}

/**
 * Puts a style sheet in the place of the functions with which a module of antd makes styles in the browser. The functions
 * lose their arguments, and with them everything that only styles need leaves the bundle.
 */
export default function antdStyles(this: LoaderContext<Options>, source: string): string {
  if (this.resourcePath.endsWith('.css')) return baseStyles()
  const { styles } = this.getOptions()
  if (styles !== undefined) return styles.split(',').map(componentStyles).join('')
  const calls = callsOf(this.resourcePath, source, [...styleMakers, 'genStyleUtils'])
  const cuts = calls.flatMap(({ arguments: given }) => {
    const [first, last] = [given[0], given.at(-1)]
    return first && last ? [{ start: first.start, end: last.end, text: '' }] : []
  })
  const making = calls.filter(({ arguments: given }) => given[0]?.type !== 'ObjectExpression')
  if (making.length === 0) return replaced(source, cuts)
  const names = [...new Set(making.map((call) => nameIn(source, call)))].join(',')
  const request = `${this.resourcePath}.css!=!${import.meta.filename}?styles=${names}!${this.resourcePath}`
  return `import ${JSON.stringify(this.utils.contextify(this.context, request))};${replaced(source, cuts)}`
}
