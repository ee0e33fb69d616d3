import type { RouteName, RouteParams } from '@adsite/contract'
import { createContext, createElement, use, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

export type AlertType = 'info' | 'error' | 'warn' | 'success'

/** How an action ended. */
export type Outcome<T> = { readonly done: true; readonly value: T } | { readonly done: false; readonly error: Error }

/** What the path of a route takes: nothing, or a value for each of its parameters. */
export type PathParams<N extends RouteName> = [RouteParams[N]] extends [never] ? [] : [Readonly<Record<RouteParams[N], string | number>>]

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
  readonly href: <N extends RouteName>(name: N, ...params: PathParams<N>) => string | null
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

type RouteLinkProps<N extends RouteName> = {
  readonly to: N
  readonly children: ReactNode
} & ([RouteParams[N]] extends [never] ? { readonly params?: undefined } : { readonly params: PathParams<N>[0] })

/** A link by route name, across areas too; plain text when its target is absent. */
export function RouteLink<N extends RouteName>({ to, params, children }: RouteLinkProps<N>): ReactNode {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the compiler does not follow that `params` belongs to `to`; the props say so
  const href = useShell().href(to, ...((params === undefined ? [] : [params]) as PathParams<N>))
  return href === null ? children : createElement(Link, { to: href }, children)
}
