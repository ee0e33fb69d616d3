import { useCallback, useState } from 'react'

/** Rows that are meant by what is done next: some, on whichever pages, or everything that the list matches. */
export interface Selection {
  readonly ids: readonly number[]
  readonly all: boolean
  /** Puts rows in, or takes them out; of everything only the rows in sight stay. Stays the same while the conditions do. */
  readonly choose: (ids: readonly number[], chosen: boolean, inSight: readonly number[]) => void
  readonly chooseAll: () => void
  readonly clear: () => void
}

interface Chosen {
  readonly conditions: string
  readonly ids: readonly number[]
  readonly all: boolean
}

const none: Omit<Chosen, 'conditions'> = { ids: [], all: false }

/** A selection lasts while the search and the filters do: what is out of sight is not acted on. */
export function useSelection(narrowedBy: Readonly<Record<string, string>>): Selection {
  const conditions = JSON.stringify(narrowedBy)
  const [chosen, setChosen] = useState<Chosen>({ conditions, ...none })
  const { ids, all } = chosen.conditions === conditions ? chosen : none
  const choose = useCallback<Selection['choose']>(
    (changed, isChosen, inSight) =>
      setChosen((before) => {
        const { ids, all } = before.conditions === conditions ? before : none
        const others = (all ? inSight : ids).filter((id) => !changed.includes(id))
        return { conditions, ids: isChosen ? [...others, ...changed] : others, all: false }
      }),
    [conditions],
  )
  return {
    ids,
    all,
    choose,
    chooseAll: () => setChosen({ conditions, ids: [], all: true }),
    clear: () => setChosen({ conditions, ...none }),
  }
}
