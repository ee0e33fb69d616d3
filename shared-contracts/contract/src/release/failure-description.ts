import * as v from 'valibot'
import { buildName, unitName } from './names.ts'

/** Most characters of a message, and most frames of a stack, that are kept of a failure. */
export const failureMessageLength = 200
export const failureFrames = 15

/**
 * A place in a file of a build. The only part of a stack that leaves a browser: the schema has no room for an
 * address, a query or the text of an error.
 */
const frame = v.strictObject({
  unit: v.pipe(v.string(), v.regex(unitName)),
  build: v.pipe(v.string(), v.regex(buildName)),
  file: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_@~+-][A-Za-z0-9_@~+./-]{0,199}$/u)),
  line: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  column: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})
export type FailureFrame = v.InferOutput<typeof frame>

export const failureStack = v.pipe(v.array(frame), v.maxLength(failureFrames))

/** A frame as written by any browser: `at f (https://site/r/ad/1.0.0-aa/x.js:1:20)`, `f@https://site/r/…`. */
const frameAddress =
  /\/r\/([a-z][a-z0-9-]{0,39})\/([0-9a-z][0-9a-z.-]{0,99})\/([A-Za-z0-9_@~+-][A-Za-z0-9_@~+./-]{0,199}?\.js)(?:\?[^:\s)]*)?:(\d{1,9}):(\d{1,9})/u

/** The frames of a stack that are in files of builds, innermost first. */
export function framesOf(stack: string): FailureFrame[] {
  const frames = stack.split('\n').flatMap((line): FailureFrame[] => {
    const [, unit = '', build = '', file = '', row, column] = frameAddress.exec(line) ?? []
    const at = { unit, build, file, line: Number(row), column: Number(column) }
    return v.is(frame, at) ? [at] : []
  })
  return frames.slice(0, failureFrames)
}

const hole = '…'
const identifier = String.raw`[A-Za-z_$][\w$]{0,39}`

/** Messages of engines and libraries whose variable parts are names in code, never data; what follows them is dropped. */
const knownMessages = [
  String.raw`Cannot (?:read|set) properties of (?:undefined|null)(?: \((?:reading|setting) '${identifier}'\))?`,
  String.raw`(?:${identifier})(?:\.${identifier}){0,4}(?:\(\.\.\.\))? is not (?:a function|defined|a constructor|iterable|an object)`,
  String.raw`Cannot access '?${identifier}'? before initialization`,
  String.raw`Can't find variable: ${identifier}`,
  String.raw`(?:undefined|null) is not an object \(evaluating '${identifier}(?:\.${identifier}){0,4}'\)`,
  String.raw`(?:can't access property "${identifier}", )?${identifier}(?:\.${identifier}){0,4} is (?:undefined|null)`,
  String.raw`Assignment to constant variable`,
  String.raw`Maximum call stack size exceeded`,
  String.raw`Invalid array length`,
  String.raw`Minified React error #\d{1,4}`,
  // A call, by its declaration: parameters stand as their names.
  String.raw`(?:GET|POST|PATCH|DELETE) /api(?:/[a-z_-]{1,40}|/\{[a-z_]{1,20}\}){1,8}`,
  String.raw`Loading (?:CSS )?chunk [\w-]{1,60} failed`,
].map((pattern) => new RegExp(`^${pattern}(?=$|[\\s.;,(:])`, 'u'))

/** Proper names of the code's world; every other capitalised word may be a person's or a company's. */
const properNames = new Set(['API', 'CSS', 'DOM', 'Error', 'HTML', 'HTTP', 'JSON', 'Promise', 'React', 'RegExp', 'SVG', 'URL'])

function isPlainWord(word: string, index: number): boolean {
  if (/^[a-z]{1,20}(?:'[a-z]{1,2})?$/u.test(word) || properNames.has(word)) return true
  return index === 0 && /^[A-Z][a-z]{0,19}$/u.test(word)
}

/**
 * Masks what could be somebody's data in the text of an error (docs/decisions/0024-evidence.md). Messages of JavaScript engines
 * keep the names in them. Other messages keep plain lower-case words. Quoted text, words with digits, in capitals or in another
 * script, addresses, and the words of `known` become `…`. Masking a masked message changes nothing.
 * @param known what the user has typed, and their name
 */
export function maskMessage(message: string, known: readonly string[] = []): string {
  const [line = ''] = message.trim().split('\n')
  const engine = knownMessages.map((pattern) => pattern.exec(line)?.[0]).find((found) => found !== undefined)
  if (engine !== undefined) return engine
  let text = line.slice(0, 2000)
  for (const value of known.toSorted((one, other) => other.length - one.length))
    if (value.length > 1) text = text.replaceAll(value, ` ${hole} `)
  text = text.replace(/"[^"]*"|'[^']{2,}'|`[^`]*`|“[^”]*”|「[^」]*」|『[^』]*』/gu, ` ${hole} `)
  const words = text.split(/\s+/u).filter((word) => word !== '')
  const masked = words.map((word, index) => {
    const [, before = '', core = '', after = ''] = /^([([]*)(.*?)([.,:;!?)\]]*)$/u.exec(word) ?? []
    return isPlainWord(core, index) ? `${before}${core}${after}` : `${hole}${after.replace(/[^.,:;]/gu, '')}`
  })
  return masked
    .join(' ')
    .replace(/…[.,:;]*(?: …[.,:;]*)+/gu, hole)
    .slice(0, failureMessageLength)
}
