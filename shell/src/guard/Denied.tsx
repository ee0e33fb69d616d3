import { useEffect, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { Redirect } from '../element/Redirect.tsx'
import { useShellText } from '../base/use-shell-text.ts'

/** Tells users that their role may not open the route, and links to / (spec/site "Route access"). */
export function Denied(): ReactNode {
  const message = useShellText()('no_permission')
  useEffect(() => showAlert('error', [message]), [message])
  return <Redirect to="/" />
}
