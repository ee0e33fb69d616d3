import { acceptsKey, endpoints, may, type ApiKeyScope, type Endpoint, type Locale, type Permission, type Role } from '@adsite/contract'

const callable = Object.values(endpoints)
  .flatMap((group) => Object.entries<Endpoint>(group))
  // A bulk call does nothing without the permission of its action.
  .filter(([name, endpoint]) => acceptsKey(endpoint) && name !== 'bulk')
  .map(([, endpoint]) => endpoint)
const byPermission = Map.groupBy(callable, ({ permission }) => permission)

/** The permissions that some key can have. */
export const keyPermissions: readonly Endpoint['permission'][] = [...byPermission.keys()]

const isOffered = (permission: Endpoint['permission'], role: Role): permission is Permission =>
  permission !== 'public' && may(role, permission)

/** The permissions that a key of a role can have: those of calls that take keys. */
export function offeredScopes(role: Role, locale: Locale): ApiKeyScope[] {
  return [...byPermission].flatMap(([permission, calls]) =>
    isOffered(permission, role)
      ? [
          {
            name: permission,
            calls: [...new Set(calls.map(({ label, summary }) => label?.[locale] ?? summary))],
            writes: calls.some(({ method }) => method !== 'GET'),
          },
        ]
      : [],
  )
}
