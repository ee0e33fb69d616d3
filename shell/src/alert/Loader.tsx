import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useCommonText } from '../base/use-shell-text.ts'
import { loaderShownAtom } from './loader-state.ts'

/** The progress line at the top of the page while an action runs (spec/site "Client state"); index.html contains its styles. */
export function Loader(): ReactNode {
  const label = useCommonText()('loading')
  if (!useAtomValue(loaderShownAtom)) return null
  return (
    <div className="loader">
      <progress className="visually-hidden" aria-label={label} />
    </div>
  )
}
