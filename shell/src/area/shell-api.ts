import type { Role } from '@adsite/contract'
import { routeByName, type BriefPointers, type ShellApi } from '@adsite/remote'
import { mayOpen, ownVariant } from '@adsite/remote/navigation'
import { generatePath } from 'react-router-dom'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import { nameTab } from '../page/tab-name.ts'

/** Fills in the parameters of a path; null if one is missing, because losing a link is better than crashing the screen. */
export function filledPath(path: string, params: Readonly<Record<string, string | number | undefined>>): string | null {
  const missing = path.split('/').find((part) => part.startsWith(':') && params[part.slice(1)] === undefined)
  if (missing !== undefined) return null
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
  return generatePath(path, values)
}

/** The path of a route by its name; null if there is none that the role may open. */
export function hrefOf(
  pointers: BriefPointers,
  role: Role | null,
  routeName: string,
  params: Readonly<Record<string, string | number>>,
): string | null {
  // If the role may not open a page, its own area may have a variant.
  const route = [routeName, ownVariant(routeName)].map((name) => routeByName(pointers, name)).find((one) => one && mayOpen(role, one))
  return route ? filledPath(route.path, params) : null
}

/** Creates the whole API that remotes get from the shell, for this role and these releases. */
export function createShellApi(pointers: BriefPointers, role: Role | null): ShellApi {
  return {
    alert: showAlert,
    run: runAction,
    href: (routeName, params: Readonly<Record<string, string | number>> = {}) => hrefOf(pointers, role, routeName, params),
    nameTab,
  }
}
