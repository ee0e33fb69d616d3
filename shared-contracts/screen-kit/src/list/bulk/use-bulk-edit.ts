import { ApiError, call } from '@adsite/api-client'
import type { EditEndpoint, EditOperation, EndpointResponse } from '@adsite/contract'
import { useState } from 'react'
import type { BulkTarget } from './use-bulk-run.ts'

export type BulkEditAnswer = EndpointResponse<EditEndpoint>['data']

/** An operation on one or several fields, with what it takes. */
export interface BulkEdit {
  readonly fields: readonly string[]
  readonly operation: EditOperation
  readonly value: unknown
}

export type BulkEditPhase =
  | { readonly step: 'choosing' }
  | { readonly step: 'previewing' }
  /** What the edit would do. */
  | { readonly step: 'asking'; readonly answer: BulkEditAnswer }
  | { readonly step: 'running'; readonly answer: BulkEditAnswer }
  | { readonly step: 'done'; readonly answer: BulkEditAnswer }

export interface BulkEditRun {
  readonly phase: BulkEditPhase
  readonly error: ApiError | null
  readonly preview: (edit: BulkEdit) => Promise<void>
  /** Does exactly what the preview showed. */
  readonly run: () => Promise<void>
  /** Back to the choice of the edit. */
  readonly back: () => void
}

const editsOf = ({ fields, operation, value }: BulkEdit) => fields.map((field) => ({ field, operation, value }))

/** The records that the preview of an edit would change. */
export const changedBy = ({ results }: BulkEditAnswer) => results.filter(({ ok, changes }) => ok && changes.length > 0)

/** An edit of many records: previews it, then does it with the records and versions that were shown, in one call, so that it is one change. */
export function useBulkEdit(endpoint: EditEndpoint, target: BulkTarget): BulkEditRun {
  const [phase, setPhase] = useState<BulkEditPhase>({ step: 'choosing' })
  const [error, setError] = useState<ApiError | null>(null)
  const [asked, setAsked] = useState<BulkEdit | null>(null)

  async function move(during: BulkEditPhase, otherwise: BulkEditPhase, work: () => Promise<BulkEditPhase>): Promise<void> {
    setError(null)
    setPhase(during)
    try {
      setPhase(await work())
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setPhase(otherwise)
    }
  }

  return {
    phase,
    error,
    async preview(edit) {
      setAsked(edit)
      const meant = 'ids' in target ? { ids: [...target.ids] } : target
      await move({ step: 'previewing' }, { step: 'choosing' }, async () => {
        const { data } = await call(endpoint, { body: { ...meant, edits: editsOf(edit), dry_run: true }, dryRun: true })
        return { step: 'asking', answer: data }
      })
    },
    async run() {
      if (phase.step !== 'asking' || !asked) return
      const { answer } = phase
      const meant = changedBy(answer)
      await move({ step: 'running', answer }, phase, async () => {
        const versions = meant.flatMap(({ version }) => version ?? [])
        const { data } = await call(endpoint, { body: { ids: meant.map(({ id }) => id), versions, edits: editsOf(asked) } })
        return { step: 'done', answer: data }
      })
    },
    back() {
      setError(null)
      setPhase({ step: 'choosing' })
    },
  }
}
