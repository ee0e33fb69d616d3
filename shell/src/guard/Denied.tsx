import { useEffect, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { Redirect } from '../element/Redirect.tsx'
import { useShellText } from '../base/use-shell-text.ts'

/** A route that the role may not open says so and leads to / (spec/site "Route access"). */
export function Denied(): ReactNode {
  const message = useShellText()('no_permission')
  useEffect(() => showAlert('error', [message]), [message])
  return <Redirect to="/" />
}
