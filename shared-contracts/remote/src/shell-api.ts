import type { RouteName, RouteParams } from '@adsite/contract'
import { createContext, createElement, use, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

export type AlertType = 'info' | 'error' | 'warn' | 'success'

/** Result of an action. */
export type Outcome<T> = { readonly done: true; readonly value: T } | { readonly done: false; readonly error: Error }

/** Path parameters of a route: none, or a value for each parameter. */
export type PathParams<N extends RouteName> = [RouteParams[N]] extends [never] ? [] : [Readonly<Record<RouteParams[N], string | number>>]

/** The API that the shell provides to the screens of remotes; built in a single function of the shell. */
export interface ShellApi {
  /** Shows the message bar (spec/site "Message bar"); closes after 4 s unless told otherwise. */
  readonly alert: (type: AlertType, messages: readonly string[], options?: { readonly autoClose?: boolean }) => void
  /**
   * Runs an action with the page's progress indicator. Errors are shown as a message that closes by itself; an
   * expired session leads to the login page (spec/api "Response handling"). The message has the reasons of refused
   * fields too, but for those that the caller shows at the field itself (`shown`). Never rejects.
   */
  readonly run: <T>(action: () => Promise<T>, shown?: readonly string[]) => Promise<Outcome<T>>
  /** The URL of a named route in any area; null if no release has the route or the role may not open it. */
  readonly href: <N extends RouteName>(name: N, ...params: PathParams<N>) => string | null
  /** Sets the browser tab's title in place of the route's title until the returned function is called. */
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

/** A link to a named route, also across areas; plain text if the target is unavailable. */
export function RouteLink<N extends RouteName>({ to, params, children }: RouteLinkProps<N>): ReactNode {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the compiler does not follow that `params` belongs to `to`; the props say so
  const href = useShell().href(to, ...((params === undefined ? [] : [params]) as PathParams<N>))
  return href === null ? children : createElement(Link, { to: href }, children)
}
