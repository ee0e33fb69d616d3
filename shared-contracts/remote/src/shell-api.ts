import { createContext, createElement, use, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

export type AlertType = 'info' | 'error' | 'warn' | 'success'

/** How an action ended. */
export type Outcome<T> = { readonly done: true; readonly value: T } | { readonly done: false; readonly error: Error }

/** Everything that the shell gives to a remote's screens; built in one function of the shell. */
export interface ShellApi {
  /** Shows the message bar (spec/site "Message bar"); auto-closes after 4 s unless told not to. */
  readonly alert: (type: AlertType, messages: readonly string[], options?: { readonly autoClose?: boolean }) => void
  /**
   * Runs an action with the page's progress on show; an error becomes an error message that closes by itself,
   * a session that has ended the login (spec/api "Response handling"). Never rejects.
   */
  readonly run: <T>(action: () => Promise<T>) => Promise<Outcome<T>>
  /** The address of a route by name, in whatever area; null when no release has it or the role may not open it. */
  readonly href: (routeName: string, params?: Readonly<Record<string, string | number>>) => string | null
  /** Names the page in the browser's tab, in place of its route's title, until the returned function is called. */
  readonly nameTab: (name: string) => () => void
}

const ShellContext = createContext<ShellApi | null>(null)

export function ShellProvider({ api, children }: { api: ShellApi; children: ReactNode }): ReactNode {
  return createElement(ShellContext, { value: api }, children)
}

export function useShell(): ShellApi {
  const shell = use(ShellContext)
  if (!shell) throw new Error('No shell around this screen')
  return shell
}

interface RouteLinkProps {
  readonly to: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly children: ReactNode
}

/** A link by route name, across areas too; plain text when its target is absent. */
export function RouteLink({ to, params, children }: RouteLinkProps): ReactNode {
  const href = useShell().href(to, params)
  return href === null ? children : createElement(Link, { to: href }, children)
}
