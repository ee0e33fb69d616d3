import { ApiError, call } from '@adsite/api-client'
import type { EndpointResponse, UndoEndpoint, UndoRecord } from '@adsite/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

type UndoAnswer = EndpointResponse<UndoEndpoint>['data']

export type UndoPhase =
  | { readonly step: 'loading' }
  | { readonly step: 'failed'; readonly error: ApiError }
  /** `stale`: the preview is for a former selection of fields; the one for the current selection is loading. */
  | { readonly step: 'asking'; readonly answer: UndoAnswer; readonly stale: boolean }
  | { readonly step: 'running'; readonly answer: UndoAnswer }
  | { readonly step: 'done'; readonly answer: UndoAnswer }

export interface UndoState {
  readonly phase: UndoPhase
  /** Names of the fields that can be undone in any record. */
  readonly possible: readonly string[]
  /** Those that the user has not deselected. */
  readonly chosen: readonly string[]
  readonly choose: (field: string, wanted: boolean) => void
  /** Resolves to the response; undefined if the call failed. */
  readonly run: () => Promise<UndoAnswer | undefined>
  readonly retry: () => void
}

export const isPossible = ({ stays }: UndoRecord['fields'][number]) => stays === null

const possibleIn = (records: readonly UndoRecord[]) => [
  ...new Set(records.flatMap(({ fields }) => fields.filter(isPossible).map(({ field }) => field))),
]

/** Undoes a change: fetches a preview for each selection of fields, then performs exactly what the preview showed. */
export function useUndo(endpoint: UndoEndpoint, change: number, ids: readonly number[] | undefined): UndoState {
  const [phase, setPhase] = useState<UndoPhase>({ step: 'loading' })
  const [left, setLeft] = useState<readonly string[]>([])
  const asked = useRef(0)
  const records = 'answer' in phase ? phase.answer.records : []
  const possible = possibleIn(records)

  async function asking(fields?: readonly string[]): Promise<UndoPhase> {
    try {
      const body = { change, ...(ids ? { ids: [...ids] } : {}), ...(fields ? { fields: [...fields] } : {}), dry_run: true }
      const { data } = await call(endpoint, { body, dryRun: true })
      return { step: 'asking', answer: data, stale: false }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { step: 'failed', error }
    }
  }

  /** Only the response to the latest request counts. */
  async function ask(fields?: readonly string[]): Promise<void> {
    const turn = ++asked.current
    const next = await asking(fields)
    if (turn === asked.current) setPhase(next)
  }
  const begin = useEffectEvent(() => asking())
  useEffect(() => {
    void begin().then(setPhase)
  }, [])

  return {
    phase,
    possible,
    chosen: possible.filter((field) => !left.includes(field)),
    choose(field, wanted) {
      if (phase.step !== 'asking') return
      const others = wanted ? left.filter((name) => name !== field) : [...left, field]
      setLeft(others)
      const fields = possible.filter((name) => !others.includes(name))
      setPhase({ ...phase, stale: fields.length > 0 })
      if (fields.length > 0) void ask(fields)
      else asked.current++
    },
    async run() {
      if (phase.step !== 'asking') return undefined
      const meant = records.filter(({ fields }) => fields.some((each) => isPossible(each) && !left.includes(each.field)))
      setPhase({ step: 'running', answer: phase.answer })
      try {
        const { data } = await call(endpoint, {
          body: {
            change,
            ids: meant.map(({ id }) => id),
            versions: meant.flatMap(({ version }) => version ?? []),
            fields: possible.filter((field) => !left.includes(field)),
          },
        })
        setPhase({ step: 'done', answer: data })
        return data
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setPhase({ step: 'failed', error })
        return undefined
      }
    },
    retry() {
      setPhase({ step: 'loading' })
      setLeft([])
      void ask()
    },
  }
}
