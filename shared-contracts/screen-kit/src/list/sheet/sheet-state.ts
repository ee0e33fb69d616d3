import { normaliseValue, type AnyResource, type EditResult } from '@adsite/contract'
import { fieldOf } from '../../base/field-of.ts'
import type { KitRecord } from '../../base/resource-endpoints.ts'
import { bodyOf, formValues, isSame, isTyped, type FormValue, type FormValues } from '../../form/state/form-values.ts'
import { formErrors } from '../../form/state/form-errors.ts'
import { actionTo, pasted, readBlock, type CellPlace, type CellValue, type ShownCells } from './paste.ts'

/** What has been changed in a row and is not saved yet. */
export interface RowDraft {
  /** The record when its first cell was changed, with its version and the former values. */
  readonly record: KitRecord
  /** Values by field, as typed or read. */
  readonly values: FormValues
  /** A state action. */
  readonly action: string | null
  /** The row was refused by the API; the messages stay until the cell is changed. */
  readonly refused: EditResult | null
}

/** What the last save did. */
export interface SheetOutcome {
  readonly saved: readonly EditResult[]
  /** The change in the history; null once it has been undone. */
  readonly change: number | null
  /** Number of records in which the change has been undone; null: none. */
  readonly undone: number | null
}

export interface SheetState {
  readonly rows: ReadonlyMap<number, RowDraft>
  /** The cell that is open, and the text to start with in place of its value. */
  readonly open: (CellPlace & { readonly start: string | null }) | null
  /** The cell that Tab comes to. */
  readonly active: CellPlace | null
  readonly outcome: SheetOutcome | null
  /** Number of pasted values that found no cell. */
  readonly left: number
}

export const emptySheet: SheetState = { rows: new Map(), open: null, active: null, outcome: null, left: 0 }

export type SheetEvent =
  | { readonly type: 'open'; readonly place: CellPlace; readonly start: string | null }
  | { readonly type: 'close' }
  | { readonly type: 'focus'; readonly place: CellPlace }
  | { readonly type: 'fill'; readonly cells: readonly CellValue[]; readonly left: number }
  | { readonly type: 'paste'; readonly place: CellPlace; readonly text: string }
  | { readonly type: 'act'; readonly record: KitRecord; readonly action: string | null }
  | { readonly type: 'revert'; readonly id: number; readonly field: string }
  | { readonly type: 'overwrite'; readonly id: number }
  | { readonly type: 'drop'; readonly id: number }
  | { readonly type: 'discard' }
  | { readonly type: 'dismiss' }
  | { readonly type: 'undone'; readonly count: number }
  /** `sent`: the rows as they were when the save began. */
  | { readonly type: 'saved'; readonly sent: readonly RowDraft[]; readonly results: readonly EditResult[]; readonly change: number | null }

/** The value of a cell as its input shows it. */
export function cellValue(resource: AnyResource, field: string, record: KitRecord): FormValue {
  return formValues(resource.fields, [field], record)[field] ?? null
}

/** The values of a row as they would be stored. */
export function storedValues(resource: AnyResource, draft: RowDraft): Record<string, unknown> {
  return bodyOf(resource.fields, draft.values)
}

/** What is wrong with the cells of a row, as coded messages: what the API would say of these values. */
export function rowFaults(resource: AnyResource, draft: RowDraft): Readonly<Record<string, string>> {
  return formErrors(resource, draft.record, draft.values)
}

/** The state that a row would have. */
export function draftState({ states }: AnyResource, draft: RowDraft | undefined): string | null {
  return (draft?.action && states?.actions[draft.action]?.to) || null
}

/** Whether a save has changed the record: of a row of which everything waits for approval, it has not. */
export const isStored = ({ changes, held }: EditResult): boolean => held.length === 0 || held.length < changes.length

const withRow = (rows: ReadonlyMap<number, RowDraft>, id: number, row: RowDraft | null) => {
  const next = new Map(rows)
  if (row && (row.action !== null || Object.keys(row.values).length > 0)) next.set(id, row)
  else next.delete(id)
  return next
}

/** A message about a cell ends with its value. */
function without(refused: EditResult | null, field: string): EditResult | null {
  if (!refused) return null
  const errors = Object.fromEntries(Object.entries(refused.errors).filter(([name]) => name !== field))
  if (refused.code === 'conflict') return refused
  return Object.keys(errors).length > 0 ? { ...refused, errors } : null
}

function filled(resource: AnyResource, rows: ReadonlyMap<number, RowDraft>, { record, field, value }: CellValue) {
  const draft = rows.get(record.id) ?? { record, values: {}, action: null, refused: null }
  const { [field]: _, ...others } = draft.values
  const read = normaliseValue(fieldOf(resource, field), value ?? null)
  const before = normaliseValue(fieldOf(resource, field), cellValue(resource, field, draft.record))
  const kept = isTyped(fieldOf(resource, field)) ? String(read ?? '') : typeof read === 'string' ? read : null
  const values = isSame(read, before) ? others : { ...others, [field]: kept }
  return withRow(rows, record.id, { ...draft, values, refused: without(draft.refused, field) })
}

function acted(resource: AnyResource, rows: ReadonlyMap<number, RowDraft>, record: KitRecord, action: string | null) {
  const draft = rows.get(record.id) ?? { record, values: {}, action: null, refused: null }
  return withRow(rows, record.id, { ...draft, action, refused: without(draft.refused, resource.states?.field ?? '') })
}

/** Cells may be changed while their row is being saved: the fields in which it is no longer as it was sent. */
function changedSince({ states }: AnyResource, sent: RowDraft, draft: RowDraft | undefined): string[] {
  const names = Object.keys({ ...sent.values, ...draft?.values })
  const fields = names.filter((name) => !isSame(draft?.values[name], sent.values[name]))
  return states && (draft?.action ?? null) !== sent.action ? [...fields, states.field] : fields
}

/** A row after its save: what was changed since, also back to what it had been, is a change of what is stored now. */
function remaining(
  resource: AnyResource,
  rows: ReadonlyMap<number, RowDraft>,
  { sent, draft, stored }: { readonly sent: RowDraft; readonly draft: RowDraft | undefined; readonly stored: KitRecord },
) {
  const meant = { ...formValues(resource.fields, Object.keys(sent.values), sent.record), ...draft?.values }
  return changedSince(resource, sent, draft).reduce(
    (known, field) => {
      if (field !== resource.states?.field) return filled(resource, known, { record: stored, field, value: meant[field] ?? null })
      const state = draftState(resource, draft) ?? String(sent.record[field])
      return acted(resource, known, stored, actionTo(resource, String(stored[field]), state) ?? null)
    },
    withRow(rows, stored.id, null),
  )
}

/** The changes of a list that are not saved yet. `shown` is what the list shows. */
export function nextSheet(resource: AnyResource, shown: ShownCells, state: SheetState, event: SheetEvent): SheetState {
  const { rows } = state
  switch (event.type) {
    case 'open':
      return { ...state, open: { ...event.place, start: event.start }, active: event.place }
    case 'close':
      return { ...state, open: null }
    case 'focus':
      return state.active?.id === event.place.id && state.active.name === event.place.name ? state : { ...state, active: event.place }
    case 'fill': {
      const next = event.cells.reduce((known, cell) => filled(resource, known, cell), rows)
      return { ...state, rows: next, left: event.left, outcome: null }
    }
    case 'paste': {
      const { cells, actions, left } = pasted(resource, readBlock(event.text), event.place, shown)
      const next = cells.reduce((known, cell) => filled(resource, known, cell), rows)
      const all = actions.reduce((known, { record, action }) => acted(resource, known, record, action), next)
      return { ...state, rows: all, left, outcome: null }
    }
    case 'act':
      return { ...state, rows: acted(resource, rows, event.record, event.action), open: null, outcome: null }
    case 'revert': {
      const draft = rows.get(event.id)
      if (!draft) return state
      const { [event.field]: _, ...values } = draft.values
      const action = event.field === resource.states?.field ? null : draft.action
      return { ...state, rows: withRow(rows, event.id, { ...draft, values, action, refused: without(draft.refused, event.field) }) }
    }
    case 'overwrite': {
      const draft = rows.get(event.id)
      const { version, changes } = draft?.refused ?? {}
      if (!draft || !version || !changes) return state
      const theirs = Object.fromEntries(changes.map(({ field, before }) => [field, before]))
      return { ...state, rows: withRow(rows, event.id, { ...draft, record: { ...draft.record, ...theirs, version }, refused: null }) }
    }
    case 'drop':
      return { ...state, rows: withRow(rows, event.id, null) }
    case 'discard':
      return emptySheet
    case 'dismiss':
      return { ...state, outcome: null, left: 0 }
    case 'saved': {
      const drafts = new Map(event.sent.map((draft) => [draft.record.id, draft]))
      const next = event.results.reduce((known, result) => {
        const [sent, draft] = [drafts.get(result.id), rows.get(result.id)]
        if (!sent) return known
        if (result.ok) {
          const stored = shown.rows.find(({ id }) => id === result.id) ?? sent.record
          return remaining(resource, known, { sent, draft, stored })
        }
        if (!draft) return known
        const refused = changedSince(resource, sent, draft).reduce(without, result)
        return withRow(known, result.id, { ...draft, refused })
      }, rows)
      const saved = event.results.filter(({ ok }) => ok)
      return { ...state, rows: next, left: 0, outcome: { saved, change: event.change, undone: null } }
    }
    case 'undone':
      return { ...state, outcome: { saved: [], change: null, undone: event.count } }
  }
}
