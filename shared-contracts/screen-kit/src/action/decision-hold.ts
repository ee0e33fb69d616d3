import { createContext, use, useCallback, useLayoutEffect, useState } from 'react'

type ChangeHolds = (by: 1 | -1) => void

const HoldContext = createContext<ChangeHolds | null>(null)

/** Around the facts of a dialog; its value is that of {@link useDecisionHold}. */
export const DecisionHold = HoldContext.Provider

/**
 * Disables the button of the dialog around while the facts that it decides about are loading: nobody agrees to figures
 * that are not shown yet, and the button does not move from under the pointer when they arrive. Does nothing outside a dialog.
 */
export function useDecisionFacts(loading: boolean): void {
  const change = use(HoldContext)
  useLayoutEffect(() => {
    if (!loading || !change) return
    change(1)
    return () => change(-1)
  }, [loading, change])
}

/** For a dialog: whether its button is disabled for facts that are loading, and what {@link DecisionHold} passes to them. */
export function useDecisionHold(): { readonly held: boolean; readonly hold: ChangeHolds } {
  const [holds, setHolds] = useState(0)
  const hold = useCallback<ChangeHolds>((by) => setHolds((count) => count + by), [])
  return { held: holds > 0, hold }
}
