import type { Role } from './role.ts'

const everyone = ['admin', 'advertiser', 'agency', 'rep', 'ptd', 'pg'] as const
const admin = ['admin'] as const
const demand = ['admin', 'advertiser', 'agency', 'rep'] as const
const supply = ['admin', 'ptd', 'pg'] as const

/**
 * Which role may do what (SPEC sections 2 and 6, DOMAIN "Gaps"). The only place where a role is
 * granted anything: endpoints, routes, menus and buttons name a permission of this table.
 */
export const permissions = {
  'session.use': everyone,
  'campaign.list': admin,
  'campaign.read': demand,
  'campaign.create': admin,
  'campaign.update': admin,
  'campaign.select': demand,
  'advertiser.select': demand,
  'agency.select': admin,
  'rep.select': admin,
  'report.demand': demand,
  'report.media_cost': admin,
  'space.list': supply,
  'space.read': supply,
  'medium.select': supply,
  'publisher_group.select': supply,
  'company.list': admin,
  'company.read': admin,
  'company.create': admin,
  'company.update': admin,
  'company.credit': admin,
  'company.select': admin,
  'delivery.import': admin,
  'information.list': admin,
  'information.read': admin,
  'information.create': admin,
  'information.update': admin,
  'information.delete': admin,
  // What is published for the own role: read and confirm it.
  'information.view': everyone,
  'notification.read': everyone,
  'notification.create': admin,
  'dashboard.read': everyone,
  'dashboard.attention': demand,
  // The administrator everywhere; ptd and pg for their own accounts (SPEC section 2, user screens).
  'user.invite': supply,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** Denied unless granted: an unknown role or permission, or none, may nothing. */
export function may(role: Role | null | undefined, permission: Permission): boolean {
  // Names come out of manifests too: only the table's own count.
  const granted: readonly Role[] | undefined = Object.hasOwn(permissions, permission) ? permissions[permission] : undefined
  return role != null && granted !== undefined && granted.includes(role)
}
