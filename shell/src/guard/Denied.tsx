import { useEffect, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { Redirect } from '../page/Redirect.tsx'
import { useShellText } from '../use-shell-text.ts'

/** SPEC section 6: a route that the role may not open says so and leads to /. */
export function Denied(): ReactNode {
  const message = useShellText()('no_permission')
  useEffect(() => showAlert('error', [message]), [message])
  return <Redirect to="/" />
}
