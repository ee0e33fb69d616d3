import type { Role } from './role.ts'

const everyone = ['admin', 'advertiser', 'agency', 'rep', 'ptd', 'pg'] as const
const admin = ['admin'] as const
const demand = ['admin', 'advertiser', 'agency', 'rep'] as const
/** Those who run the advertiser's side; reps read along. */
const buyers = ['admin', 'advertiser', 'agency'] as const
const supply = ['admin', 'ptd', 'pg'] as const

/**
 * Which role may do what (spec/site "Permission groups"; spec/domain "Route gaps"). The only place where a role is
 * granted anything: endpoints, routes, menus and buttons name a permission of this table.
 */
export const permissions = {
  'session.use': everyone,
  'saved_view.use': everyone,
  'campaign.list': admin,
  'campaign.read': demand,
  'campaign.create': admin,
  'campaign.update': admin,
  'campaign.select': demand,
  'ad.read': demand,
  'ad.create': buyers,
  'ad.update': buyers,
  // Both sides see what is theirs: demand of its ads, supply of its articles and media.
  'ad_whitelist.read': everyone,
  'ad_whitelist.update': [...buyers, 'ptd', 'pg'],
  'advertisement.read': supply,
  'reject_request.read': supply,
  // Filed by the media group, or for it; decided by the administrator (spec/domain "Reject request").
  'reject_request.create': ['admin', 'pg'],
  'reject_request.decide': admin,
  'article.read': everyone,
  'article.create': supply,
  'ad_article.read': everyone,
  'ad_article.update': [...buyers, 'ptd', 'pg'],
  'advertiser.select': demand,
  'agency.select': admin,
  'rep.select': admin,
  'ptd.select': ['admin', 'ptd'],
  'pg.select': ['admin', 'pg'],
  'account.list': admin,
  'account.read': admin,
  'account.create': admin,
  'account.update': admin,
  'account.status': admin,
  'account.delete': admin,
  'report.demand': demand,
  'report.media_cost': admin,
  'report.supply': supply,
  'space.list': supply,
  'space.read': supply,
  'space.create': admin,
  'space.update': supply,
  'space.act': admin,
  'medium.list': admin,
  'medium.read': admin,
  'medium.create': admin,
  'medium.update': admin,
  'medium.act': admin,
  'medium.delete': admin,
  // Names alone: the demand side chooses where its ads go.
  'medium.select': everyone,
  'space.select': everyone,
  'publisher_group.list': admin,
  'publisher.list': admin,
  'publisher.read': admin,
  'publisher.create': admin,
  'publisher.update': admin,
  'publisher.delete': admin,
  'publisher.select': supply,
  'frame.list': supply,
  'frame.read': supply,
  'frame.create': supply,
  'frame.update': supply,
  'frame.act': supply,
  // The detail page under /op is the administrator's (spec/site "Operations area").
  'frame.detail': admin,
  'format.list': admin,
  'format.read': admin,
  'format.create': admin,
  'format.update': admin,
  'format.act': admin,
  'format.delete': admin,
  'format.select': everyone,
  'format_setting.list': supply,
  'format_setting.read': supply,
  'format_setting.create': admin,
  'format_setting.update': supply,
  // The list and the detail pages under /op.
  'format_setting.manage': admin,
  'product.list': admin,
  // What is on sale: campaigns are planned with it.
  'product.read': demand,
  'product.select': demand,
  'product.create': admin,
  'product.update': admin,
  'product.act': admin,
  'product.delete': admin,
  'revenue_share.list': admin,
  'revenue_share.read': admin,
  'revenue_share.create': admin,
  'revenue_share.update': admin,
  'revenue_share.delete': admin,
  'publisher_group.select': supply,
  'publisher_group.read': admin,
  'publisher_group.create': admin,
  'publisher_group.update': admin,
  'company.list': admin,
  'company.read': admin,
  'company.create': admin,
  'company.update': admin,
  'company.delete': admin,
  'company.credit': admin,
  'company.select': admin,
  'creative_group.list': demand,
  'creative_group.select': demand,
  'creative_group.read': demand,
  'creative_group.create': buyers,
  'creative_group.update': buyers,
  'creative.list': demand,
  'creative.select': demand,
  'creative.read': demand,
  'creative.create': buyers,
  'creative.update': buyers,
  'creative.apply': buyers,
  'creative.review': admin,
  'order.read': demand,
  'order.create': buyers,
  'order.submit': buyers,
  'order.review': admin,
  'delivery.import': admin,
  // What runs of shell and remotes, for whom (spec/platform "Releases page").
  'release.manage': admin,
  // Who did what, from where: events of security.
  'security_event.list': admin,
  // A build of one's own machine in place of a release, in one's own browser.
  'development.use': admin,
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
  // The administrator everywhere; ptd and pg for their own accounts (spec/site "Operations area").
  'user.invite': supply,
  'user.manage': admin,
  'user.manage_ptd': ['admin', 'ptd'],
  'user.manage_pg': ['admin', 'pg'],
  // A user may belong to accounts of others too, so what changes the user is the administrator's.
  'user.update': admin,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** Denied unless granted: an unknown role or permission, or none, may nothing. */
export function may(role: Role | null | undefined, permission: Permission): boolean {
  // Names come out of manifests too: only the table's own count.
  const granted: readonly Role[] | undefined = Object.hasOwn(permissions, permission) ? permissions[permission] : undefined
  return role != null && granted !== undefined && granted.includes(role)
}
