/**
 * A reference to a record as one text: by its name, our id or our code. A name is never taken for an id, however
 * much it looks like one (spec/domain "Delivery files"): the column decides the kind, and a mark that no name
 * may contain separates them.
 */
const [idMark, codeMark] = ['\u0001', '\u0002']

/** Characters that no name may contain: NUL and halves of surrogate pairs, which PostgreSQL refuses, and the two marks. */
// oxlint-disable-next-line no-control-regex -- those are what is looked for
export const marks = /[\0\u0001\u0002\p{Cs}]/u

export const idCall = (id: number): string => `${idMark}${id}`
export const codeCall = (code: string): string => `${codeMark}${code}`

/** The id in a reference; null if it is not an id. */
export const calledId = (call: string): number | null => (call.startsWith(idMark) ? Number(call.slice(1)) : null)
export const calledCode = (call: string): string | null => (call.startsWith(codeMark) ? call.slice(1) : null)
/** True for a reference by the source's own name. */
export const isName = (call: string): boolean => !call.startsWith(idMark) && !call.startsWith(codeMark)

/** The field and value of a reference, for the reason of a refused line. */
export function said(field: string, call: string): { field: string; value: string } {
  if (isName(call)) return { field, value: call }
  return { field: `${field}_${calledId(call) === null ? 'code' : 'id'}`, value: call.slice(1) }
}
