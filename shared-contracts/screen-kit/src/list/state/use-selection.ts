import { useCallback, useState } from 'react'

/** The rows that the next action applies to: individual rows across pages, or everything that matches the list. */
export interface Selection {
  readonly ids: readonly number[]
  readonly all: boolean
  /**
   * Selects or deselects rows; changing a selection of all reduces it to the visible rows. Keeps its identity
   * until the conditions change.
   */
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

/** The selection is cleared when the conditions (`conditionsOf`) change, so that actions never apply to rows no longer listed. */
export function useSelection(given: Readonly<Record<string, string>>): Selection {
  const conditions = JSON.stringify(given)
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
