import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints, isKeyOf, type Endpoint, type Permission } from '@adsite/contract'
import type { APIRequestContext, Page, Request } from '@playwright/test'
import { expect, roleNames, type RoleName } from './test.ts'

export interface PublishedRoute {
  readonly name: string
  readonly path: string
  readonly title: { readonly ja: string; readonly en: string }
  readonly permission?: Permission
  readonly menu?: object
}

/** The areas' route tables as published in the registry, with the shell's own screens. */
export async function publishedRoutes(request: APIRequestContext): Promise<Readonly<Record<string, readonly PublishedRoute[]>>> {
  interface Pointers {
    readonly remotes: Readonly<Record<string, { readonly stable: { readonly manifest: { readonly routes: readonly PublishedRoute[] } } }>>
  }
  const { remotes } = (await (await request.get('/registry/pointers')).json()) as Pointers
  return {
    information: [
      { name: 'information', path: '/information', title: { ja: 'お知らせ', en: 'Announcements' } },
      { name: 'viewed_information.detail', path: '/information/:id', title: { ja: 'お知らせ詳細', en: 'Announcement' } },
    ],
    releases: [{ name: 'releases', path: '/releases', title: { ja: 'リリース管理', en: 'Releases' } }],
    ...Object.fromEntries(Object.entries(remotes).map(([area, { stable }]) => [area, stable.manifest.routes])),
  }
}

const specification = join(import.meta.dirname, '../../docs/spec/site.md')

const admin: readonly RoleName[] = ['admin']
const demand: readonly RoleName[] = ['admin', 'advertiser', 'agency', 'rep']
const buyers: readonly RoleName[] = ['admin', 'advertiser', 'agency']
const supply: readonly RoleName[] = ['admin', 'ptd', 'pg']

/**
 * Who may open what according to spec/site "Ad area" and the tables after it, and spec/domain "Route gaps";
 * what "Further screens" says is read from there. Written independently of the product's table, so that each checks the other.
 */
const specified: readonly (readonly [path: string, roles: readonly RoleName[]])[] = [
  ['/information', roleNames],
  ['/information/:id', roleNames],
  ['/ad/campaign', admin],
  ['/ad/campaign/create', admin],
  ['/ad/campaigns', ['advertiser', 'agency', 'rep']],
  ['/ad/advertisement', demand],
  ['/ad/campaign/:id', demand],
  ['/ad/campaign/:id/advertisement/:ad_id', demand],
  ['/ad/advertisement/:id', demand],
  ['/ad/advertisement/create', buyers],
  ['/ad/advertisement/create/:campaign_id', buyers],
  ['/ad/campaign/next_ad/:campaign_id', demand],
  ['/ad/order_status', admin],
  ['/ad/achievements', demand],
  ['/ad/conversions', demand],
  ['/md/ad_space', supply],
  ['/md/ad_space/:id', supply],
  ['/md/advertisement', supply],
  ['/md/delivery_advertisement', supply],
  ['/op/ptd/user', ['admin', 'ptd']],
  ['/op/ptd/user/create', ['admin', 'ptd']],
  ['/op/ptd/user/:id', ['admin', 'ptd']],
  ['/op/publisher_group/user', ['admin', 'pg']],
  ['/op/publisher_group/user/create', ['admin', 'pg']],
  ['/op/publisher_group/user/:id', ['admin', 'pg']],
  ['/op/delivery_frame', supply],
  ['/op/delivery_frame/create', supply],
]

/**
 * The table of spec/site "Further screens". A cell of routes separates entities by `;` and the screens of one by `,`;
 * `…` stands for the path of the first of them.
 */
const furtherScreens = readFurtherScreens()
function readFurtherScreens(): typeof specified {
  const section = /^## Further screens$(.*?)^## /msu.exec(readFileSync(specification, 'utf8'))![1]!
  const rows = [...section.matchAll(/^\| (\/[^|]*?) *\| ([^|]*?) *\|/gmu)]
  return rows.flatMap(([, routes, roles]) =>
    routes!.split('; ').flatMap((entity) => {
      const [first, ...more] = entity.split(', ')
      const paths = [first!, ...more.filter((path) => /^[/…]/u.test(path)).map((path) => path.replace('…', first!))]
      const named = roleNames.filter((role) => roles === 'everybody' || roles!.split(', ').includes(role))
      return paths.map((path) => [path.replaceAll(/\{(\w+)\}/gu, ':$1'), named] as const)
    }),
  )
}

/** Roles of a route; undefined if the specification has no such route. Unlisted routes below /op are the administrator's. */
export function specifiedRoles(path: string): readonly RoleName[] | undefined {
  return [...specified, ...furtherScreens].find(([known]) => known === path)?.[1] ?? (path.startsWith('/op/') ? admin : undefined)
}

/** The list that provides a record for a parameter, by the parameter's name or the route's. */
function listOf(parameter: string, route: string): string {
  const entity = parameter === 'id' ? route.split('.')[0]! : parameter.replace(/_id$/u, '')
  const calls: Readonly<Record<string, Endpoint>> = isKeyOf(endpoints, entity)
    ? endpoints[entity]
    : { list: endpoints.information.viewList }
  return (calls['select'] ?? calls['list'])!.path
}

/** The address of a route for the caller, with a visible record's id, or 1 if there is none. */
export async function addressOf(request: APIRequestContext, { path, name }: PublishedRoute): Promise<string> {
  let address = path
  for (const [whole, parameter] of path.matchAll(/:(\w+)/gu)) {
    const answer = await request.get(listOf(parameter!, name))
    const { data } = answer.ok() ? ((await answer.json()) as { data: { id: number }[] }) : { data: [] }
    address = address.replace(whole, String(data[0]?.id ?? 1))
  }
  return withinOwnCampaign(request, address)
}

/** Redirects an ad below another campaign to its own. */
async function withinOwnCampaign(request: APIRequestContext, address: string): Promise<string> {
  const ad = /^\/ad\/campaign\/\d+\/advertisement\/(\d+)$/u.exec(address)?.[1]
  const answer = ad === undefined ? null : await request.get(`/api/ad/${ad}`)
  if (!answer?.ok()) return address
  const { data } = (await answer.json()) as { data: { campaign_id: number } }
  return `/ad/campaign/${data.campaign_id}/advertisement/${ad}`
}

/** Pending requests of a page that navigates without reloading. The event stream never ends and is ignored. */
const underWay = new WeakMap<Page, Set<Request>>()

function requestsOf(page: Page): Set<Request> {
  const known = underWay.get(page)
  if (known) return known
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => request.resourceType() !== 'eventsource' && requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  return requests
}

/** Navigates within the page, as a link does, without reloading it. */
export async function visit(page: Page, address: string): Promise<void> {
  requestsOf(page)
  await page.evaluate((to) => {
    window.history.pushState({}, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
}

/**
 * Waits until all requests are done and nothing moves. The former screen stays until the code of the next has
 * loaded, so pending requests are checked twice.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  let calm = 0
  await expect
    .poll(
      async () => {
        const busy = requestsOf(page).size > 0 || (await page.locator('[aria-busy=true]').count()) > 0
        calm = busy ? 0 : calm + 1
        return calm
      },
      { intervals: [100] },
    )
    .toBeGreaterThanOrEqual(2)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

/** The screen of this route is shown: breadcrumb, address and heading match. */
export async function expectOpened(page: Page, route: PublishedRoute, address: string, language: 'ja' | 'en'): Promise<void> {
  const crumbs = page.getByRole('navigation', { name: language === 'ja' ? '現在地' : 'You are here' })
  await expect(crumbs, address).toContainText(route.title[language])
  await expect(page, address).toHaveURL(new RegExp(`${address}(\\?|$)`, 'u'))
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(heading, address).toBeVisible()
  // A list is titled as its menu entry.
  if (route.name.endsWith('.list')) await expect(heading, address).toHaveText(route.title[language])
}
