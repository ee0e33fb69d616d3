import type { Role } from '@adsite/contract'
import { routeByName, type RegistryPointers, type ShellApi } from '@adsite/remote'
import { generatePath } from 'react-router-dom'
import { showAlert } from './alert/alert-state.ts'
import { runAction } from './alert/run-action.ts'
import { mayOpen } from './guard/route-access.ts'

/** Everything that remotes get from the shell, for this role and these releases. */
export function createShellApi(pointers: RegistryPointers, role: Role | null): ShellApi {
  return {
    alert: showAlert,
    run: runAction,
    href(routeName, params = {}) {
      const route = routeByName(pointers, routeName)
      if (!route || !mayOpen(role, route)) return null
      const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
      return generatePath(route.path, values)
    },
  }
}
