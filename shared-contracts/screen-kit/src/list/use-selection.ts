import { useState } from 'react'

/** Rows that are meant by what is done next: some, on whichever pages, or everything that the list matches. */
export interface Selection {
  readonly ids: readonly number[]
  readonly all: boolean
  readonly choose: (ids: readonly number[]) => void
  readonly chooseAll: () => void
  readonly clear: () => void
}

interface Chosen {
  readonly conditions: string
  readonly ids: readonly number[]
  readonly all: boolean
}

const none = { ids: [], all: false }

/** A selection lasts while the search and the filters do: what is out of sight is not acted on. */
export function useSelection(narrowedBy: Readonly<Record<string, string>>): Selection {
  const conditions = JSON.stringify(narrowedBy)
  const [chosen, setChosen] = useState<Chosen>({ conditions, ...none })
  const { ids, all } = chosen.conditions === conditions ? chosen : none
  return {
    ids,
    all,
    choose: (next) => setChosen({ conditions, ids: next, all: false }),
    chooseAll: () => setChosen({ conditions, ids: [], all: true }),
    clear: () => setChosen({ conditions, ...none }),
  }
}
