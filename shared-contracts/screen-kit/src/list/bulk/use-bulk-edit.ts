import { ApiError, call, refresh } from '@adsite/api-client'
import type { EditEndpoint, EditOperation, EditResult, EndpointResponse } from '@adsite/contract'
import { useEffect, useRef, useState } from 'react'
import { mayBeDone } from '../../base/may-be-done.ts'
import { portion, type BulkTarget } from './use-bulk-run.ts'

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
  | { readonly step: 'running'; readonly done: number; readonly total: number }
  /** `stopped`: number of records that were not attempted. `unsure`: of those about which no answer came. `error`: why no further ones were. */
  | {
      readonly step: 'done'
      readonly answer: BulkEditAnswer
      readonly stopped: number
      readonly unsure: number
      readonly error: ApiError | null
    }

export interface BulkEditRun {
  readonly phase: BulkEditPhase
  readonly error: ApiError | null
  readonly preview: (edit: BulkEdit) => Promise<void>
  /** Does exactly what the preview showed. */
  readonly run: () => Promise<void>
  /** Finishes the current batch and starts no further one. */
  readonly stop: () => void
  /** Back to the choice of the edit; gives a preview up that has not come yet. */
  readonly back: () => void
}

const editsOf = ({ fields, operation, value }: BulkEdit) => fields.map((field) => ({ field, operation, value }))

/** The records that the preview of an edit would change. */
export const changedBy = ({ results }: Pick<BulkEditAnswer, 'results'>) => results.filter(({ ok, changes }) => ok && changes.length > 0)

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/**
 * An edit of many records: previews it, then does it with the records and versions that were shown, in batches that are one
 * change in the history.
 */
export function useBulkEdit(endpoint: EditEndpoint, target: BulkTarget): BulkEditRun {
  const [phase, setPhase] = useState<BulkEditPhase>({ step: 'choosing' })
  const [error, setError] = useState<ApiError | null>(null)
  const [asked, setAsked] = useState<BulkEdit | null>(null)
  const stopping = useRef(false)
  const previewing = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      stopping.current = true
      previewing.current?.abort()
    },
    [],
  )

  async function send(meant: readonly EditResult[], edit: BulkEdit, change: number | null): Promise<BulkEditAnswer> {
    const versions = meant.flatMap(({ version }) => version ?? [])
    const body = { ids: meant.map(({ id }) => id), versions, edits: editsOf(edit), ...(change === null ? {} : { change }) }
    return (await call(endpoint, { body })).data
  }

  return {
    phase,
    error,
    async preview(edit) {
      setAsked(edit)
      setError(null)
      setPhase({ step: 'previewing' })
      const given = new AbortController()
      previewing.current = given
      const meant = 'ids' in target ? { ids: [...target.ids] } : target
      try {
        const body = { ...meant, edits: editsOf(edit), dry_run: true }
        const { data } = await call(endpoint, { body, dryRun: true, signal: given.signal })
        if (!given.signal.aborted) setPhase({ step: 'asking', answer: data })
      } catch (failure) {
        if (given.signal.aborted) return
        setError(asApiError(failure))
        setPhase({ step: 'choosing' })
      }
    },
    async run() {
      if (phase.step !== 'asking' || !asked) return
      stopping.current = false
      const meant = changedBy(phase.answer)
      const results = new Map<number, EditResult>()
      let [done, change]: [number, number | null] = [0, null]
      const failures: ApiError[] = []
      let unsure = 0
      async function each(records: readonly EditResult[], edit: BulkEdit): Promise<void> {
        for (let from = 0; from < records.length && !stopping.current && failures.length === 0; from += portion) {
          setPhase({ step: 'running', done, total: meant.length })
          const next = records.slice(from, from + portion)
          try {
            const answer = await send(next, edit, change)
            for (const result of answer.results) results.set(result.id, result)
            change = answer.change ?? change
          } catch (refusal) {
            const failure = asApiError(refusal)
            failures.push(failure)
            if (mayBeDone(failure)) {
              for (const { id } of next) results.delete(id)
              unsure = next.length
              refresh(endpoint)
            }
          }
          done = results.size
        }
      }
      await each(meant, asked)
      // Records of a later batch may have made room for those that a limit they share has refused.
      const refused = meant.filter(({ id }) => results.get(id)?.code === 'validation_failed')
      if (meant.length > portion && changedBy({ results: [...results.values()] }).length > 0) await each(refused, asked)
      const all = [...results.values()]
      const answer = { total: all.length, done: changedBy({ results: all }).length, results: all, change }
      const [failure = null] = failures
      if (all.length === 0 && unsure === 0 && failure !== null) {
        setError(failure)
        setPhase(phase)
      } else setPhase({ step: 'done', answer, stopped: meant.length - all.length - unsure, unsure, error: failure })
    },
    stop() {
      stopping.current = true
    },
    back() {
      previewing.current?.abort()
      setError(null)
      setPhase({ step: 'choosing' })
    },
  }
}
