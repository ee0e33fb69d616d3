import type { Role } from './role.ts'

const everyone = ['admin', 'advertiser', 'agency', 'rep', 'ptd', 'pg'] as const
const admin = ['admin'] as const
const demand = ['admin', 'advertiser', 'agency', 'rep'] as const
/** Roles that act for the advertiser side; reps have read access only. */
const buyers = ['admin', 'advertiser', 'agency'] as const
const supply = ['admin', 'ptd', 'pg'] as const

/**
 * Which role has which permission (spec/site "Permission groups"; spec/domain "Route gaps"). This is the only
 * place that grants anything to a role: endpoints, routes, menus and buttons refer to permissions of this table.
 */
export const permissions = {
  'session.use': everyone,
  'saved_view.use': everyone,
  'campaign.list': admin,
  // The list of all campaigns within the caller's account; the administrator has `campaign.list`.
  'campaign.list_own': ['advertiser', 'agency', 'rep'],
  'campaign.read': demand,
  'campaign.create': admin,
  'campaign.update': admin,
  'campaign.select': demand,
  'ad.read': demand,
  'ad.create': buyers,
  'ad.update': buyers,
  // Each side sees its own rows: demand those of its ads, supply those of its articles and media.
  'ad_whitelist.read': everyone,
  'ad_whitelist.update': [...buyers, 'ptd', 'pg'],
  // The supply side excludes, and lifts its exclusions; it lists nothing.
  'ad_whitelist.delete': buyers,
  'advertisement.read': supply,
  'reject_request.read': supply,
  // Filed by the media group or on its behalf; decided by the administrator (spec/domain "Reject request").
  'reject_request.create': ['admin', 'pg'],
  'reject_request.decide': admin,
  'article.read': everyone,
  'article.create': supply,
  'ad_article.read': everyone,
  'ad_article.update': [...buyers, 'ptd', 'pg'],
  // Labels of the own account.
  'label.use': demand,
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
  // Names only: the demand side chooses where its ads run.
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
  // The detail page under /op is for the administrator (spec/site "Operations area").
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
  // List and detail pages under /op.
  'format_setting.manage': admin,
  'product.list': admin,
  // Products on sale, needed to plan campaigns.
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
  // Which builds of shell and remotes run, and for whom (spec/platform "Releases page").
  'release.manage': admin,
  // The security audit: who did what, from where.
  'security_event.list': admin,
  // API keys of all users.
  'api_key.manage': admin,
  // From when whose users need a second factor.
  'factor.require': admin,
  // Agrees that second factors of others are lost.
  'factor.reset': admin,
  // Which changes of which accounts need two persons.
  'four_eyes.manage': admin,
  // Decides as the second of them; each change also needs the permission that it needed at first.
  'change_request.decide': supply,
  // Providers that sign in people of companies, and what their groups give.
  'single_sign_on.manage': admin,
  // Replaces a release with a build from the user's own machine, in the user's own browser.
  'development.use': admin,
  'information.list': admin,
  'information.read': admin,
  'information.create': admin,
  'information.update': admin,
  'information.delete': admin,
  // Reads and confirms announcements for the user's role.
  'information.view': everyone,
  'notification.read': everyone,
  'notification.create': admin,
  // Addresses that are told what the account is notified of.
  'webhook.manage': everyone,
  'dashboard.read': everyone,
  'dashboard.attention': demand,
  // The administrator for all accounts; ptd and pg for their own (spec/site "Operations area").
  'user.invite': supply,
  'user.manage': admin,
  'user.manage_ptd': ['admin', 'ptd'],
  'user.manage_pg': ['admin', 'pg'],
  // Reserved to the administrator, because a user may also belong to accounts of others.
  'user.update': admin,
  // Sees the site as another user sees it, without changing anything.
  'user.view_as': admin,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** Denies unless granted: an unknown or missing role or permission has no access. */
export function may(role: Role | null | undefined, permission: Permission): boolean {
  // Permission names also come from manifests, so only the table's own keys count.
  const granted: readonly Role[] | undefined = Object.hasOwn(permissions, permission) ? permissions[permission] : undefined
  return role != null && granted !== undefined && granted.includes(role)
}
