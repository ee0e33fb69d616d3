import { ApiError, call, refresh } from '@adsite/api-client'
import type { AnyResource, BulkResult, EndpointBody } from '@adsite/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReasonBody } from '../../action/use-reason.ts'
import { mayBeDone } from '../../base/may-be-done.ts'
import type { BulkEndpoint, KitRecord, ListParameters } from '../../base/resource-endpoints.ts'

/** Records per call: large enough to be efficient, small enough to show progress and to stop. */
export const portion = 100

/** The target of a bulk action: records by id, or the list's search and filters. */
export type BulkTarget = { readonly ids: readonly number[] } | { readonly filter: ListParameters }

export type BulkPhase =
  | { readonly step: 'counting' }
  | { readonly step: 'failed'; readonly error: ApiError }
  /** Counted: the records for which the action would succeed, and those for which it would not. */
  | { readonly step: 'asking'; readonly possible: readonly BulkResult[]; readonly refused: readonly BulkResult[] }
  | { readonly step: 'running'; readonly done: number; readonly total: number }
  /** `stopped`: number of records that were not attempted. `unsure`: of those about which no answer came. */
  | {
      readonly step: 'done'
      readonly results: readonly BulkResult[]
      readonly stopped: number
      readonly unsure: number
      readonly error: ApiError | null
    }

export interface BulkRun {
  readonly phase: BulkPhase
  readonly count: () => void
  readonly run: (reason: ReasonBody) => Promise<void>
  /** Finishes the current batch and starts no further one. */
  readonly stop: () => void
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/**
 * A bulk action (spec/domain "Bulk actions"): counts first, then processes exactly the counted records in batches, each in
 * the version that was counted. `records` is what the list shows of the target, where that is all of it: a decision about
 * submissions is taken about these versions.
 */
export function useBulkRun(
  resource: AnyResource,
  endpoint: BulkEndpoint,
  action: string,
  target: BulkTarget,
  records: readonly KitRecord[] | null,
): BulkRun {
  const [phase, setPhase] = useState<BulkPhase>({ step: 'counting' })
  const stopping = useRef(false)

  const send = (body: EndpointBody<BulkEndpoint>, dryRun = false) => call(endpoint, { body, dryRun })

  const named = 'ids' in target ? { ids: [...target.ids] } : target
  const shown = records && { ids: records.map(({ id }) => id), versions: records.map(({ version }) => version) }
  const meant = shown && resource.states?.actions[action]?.byAnother ? shown : named

  async function counted(): Promise<BulkPhase> {
    try {
      const { data } = await send({ action, ...meant, dry_run: true }, true)
      const possible = data.results.filter(({ ok }) => ok)
      const refused = data.results.filter(({ ok }) => !ok)
      // The list shows what has become of them.
      if (refused.some(({ code }) => code === 'conflict')) refresh(endpoint)
      return { step: 'asking', possible, refused }
    } catch (error) {
      return { step: 'failed', error: asApiError(error) }
    }
  }

  async function run(reason: ReasonBody): Promise<void> {
    if (phase.step !== 'asking') return
    stopping.current = false
    const { possible, refused } = phase
    const results: BulkResult[] = []
    let failure: ApiError | null = null
    let unsure = 0
    while (results.length < possible.length && !stopping.current && failure === null) {
      setPhase({ step: 'running', done: results.length, total: possible.length })
      const next = possible.slice(results.length, results.length + portion)
      const ids = next.map(({ id }) => id)
      const versions = next.flatMap(({ version }) => version ?? [])
      try {
        // Sequential, because the records of a batch already run in parallel.
        const { data } = await send({ action, ids, versions, ...reason })
        results.push(...data.results)
      } catch (error) {
        failure = asApiError(error)
        if (!mayBeDone(failure)) continue
        unsure = next.length
        refresh(endpoint)
      }
    }
    const stopped = possible.length - results.length - unsure
    setPhase({ step: 'done', results: [...results, ...refused], stopped, unsure, error: failure })
  }

  const begin = useEffectEvent(counted)
  useEffect(() => {
    void begin().then(setPhase)
    return () => {
      stopping.current = true
    }
  }, [])

  return {
    phase,
    count: () => {
      setPhase({ step: 'counting' })
      void counted().then(setPhase)
    },
    run,
    stop: () => {
      stopping.current = true
    },
  }
}
