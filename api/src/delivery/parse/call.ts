/**
 * How a line calls a record, in one text: by its name, by our id or by our code. A name is never taken for an id,
 * however much it looks like one (spec/domain "Delivery files"): the column says which of them it is, and a mark that no
 * name holds keeps them apart.
 */
const [idMark, codeMark] = ['\u0001', '\u0002']

/** What no name may hold: PostgreSQL takes no NUL, the others are the marks. */
// oxlint-disable-next-line no-control-regex -- those are what is looked for
export const marks = /[\0\u0001\u0002]/u

export const idCall = (id: number): string => `${idMark}${id}`
export const codeCall = (code: string): string => `${codeMark}${code}`

/** The id that a call is; null: it is something else. */
export const calledId = (call: string): number | null => (call.startsWith(idMark) ? Number(call.slice(1)) : null)
export const calledCode = (call: string): string | null => (call.startsWith(codeMark) ? call.slice(1) : null)
/** A call by the source's own name. */
export const isName = (call: string): boolean => !call.startsWith(idMark) && !call.startsWith(codeMark)

/** Which field said it, and how: for whoever reads why a line was refused. */
export function said(field: string, call: string): { field: string; value: string } {
  if (isName(call)) return { field, value: call }
  return { field: `${field}_${calledId(call) === null ? 'code' : 'id'}`, value: call.slice(1) }
}
