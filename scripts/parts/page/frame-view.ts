import { listHeadsAt, may, takesPasskeys, type Account, type Locale, type Role, type SessionData } from '@adsite/contract'
import type { FrameView, RegistryPointers } from '@adsite/remote/release-format'
import { buildMenus, listedParent, mayOpen } from '@adsite/remote/navigation'

/** A page that is asked for: its address, the name of the area's route there, and the builds that the browser is told of. */
export interface FramedPage {
  readonly url: URL
  readonly route: string | null
  readonly pointers: RegistryPointers
}

/** The account in use, with its role. */
export interface UsedAccount {
  readonly account: Account
  readonly role: Role
}

/** What stands above or over the page then is drawn by the shell alone. */
const hasBanner = ({ viewing, factor_due, factor_reset_due }: SessionData) => Boolean(viewing ?? factor_due ?? factor_reset_due)

/**
 * What a page shows before its script has come (docs/decisions/0047-early-frame.md), by the rules by which the shell and the kit draw
 * it: menus and breadcrumb of the role, and the heads of a list. Null where they would draw more around it.
 */
export function frameView(
  session: SessionData,
  { account, role }: UsedAccount,
  { url, route: name, pointers }: FramedPage,
  language: Locale,
): Omit<FrameView, 'nonce'> | null {
  if (hasBanner(session)) return null
  const segment = url.pathname.split('/')[1] ?? ''
  const area = Object.hasOwn(pointers.remotes, segment) ? pointers.remotes[segment]?.stable.manifest : undefined
  const route = area?.routes.find((each) => each.name === name && mayOpen(role, each))
  return {
    language: { [language]: true },
    page: area ? {} : Object.fromEntries([[segment === '' ? 'home' : segment, true] as const]),
    account: account.name,
    releases: may(role, 'release.manage'),
    areas: buildMenus(pointers, role).map((menu) => ({ icon: menu.icon, current: menu.area === segment })),
    route: area && route ? routeView(area, route, role, language) : null,
    list: route ? listView(route.name, url.searchParams, role, language) : null,
  }
}

type Manifest = RegistryPointers['remotes'][string]['stable']['manifest']

function routeView({ title, routes }: Manifest, route: Manifest['routes'][number], role: Role, language: Locale): FrameView['route'] {
  const parent = listedParent(routes, route, role)
  const above = parent ? [{ title: parent.title[language], link: mayOpen(role, parent) }] : []
  return {
    above: [{ title: title[language], link: false }, ...above],
    title: route.title[language],
    heading: !route.path.includes(':'),
  }
}

function listView(route: string, search: URLSearchParams, role: Role, language: Locale): FrameView['list'] {
  const list = listHeadsAt(route, search, role, language)
  if (!list) return null
  const { choosing, least } = list
  const heads = list.heads.map(({ label, width, place, sort }, index) => ({
    at: index + (choosing ? 2 : 1),
    label,
    width,
    edge: place === 'edge',
    figure: place === 'figure',
    sort: sort && { up: sort === 'ascending', down: sort === 'descending', none: sort === 'none' },
  }))
  return { choosing, least, heads }
}

/** What a page shows that follows from nothing but its address. */
const nothing = { account: '', releases: false, areas: [], route: null, list: null }

/**
 * The login of a browser that is signed out. Passkeys are offered as the shell does where a browser knows them, which all have done for
 * years. Shells without a login in their template take it for a page without a frame.
 */
export function loginView({ hostname, searchParams }: URL, https: boolean, language: Locale): Omit<FrameView, 'nonce'> {
  const hasPasskeys = takesPasskeys(hostname) && (https || hostname === 'localhost')
  const also = [...(searchParams.get('error') === 'unauthorized' ? ['unauthorized'] : []), ...(hasPasskeys ? ['passkeys'] : [])]
  const page = Object.fromEntries(['auth', 'login', ...also].map((name) => [name, true] as const))
  return { ...nothing, language: { [language]: true }, page }
}
