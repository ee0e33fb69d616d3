import { randomUUID } from 'node:crypto'
import { endpoints, type Endpoint, type EndpointGroup } from '@adsite/contract'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { advertiserTable, agencyTable, ptdTable, repTable } from '../account/table.ts'
import { adHandlers } from '../ad/handlers.ts'
import { adArticleTable } from '../ad-article/table.ts'
import { adWhitelistTable } from '../ad-whitelist/table.ts'
import { advertisementHandlers } from '../advertisement/handlers.ts'
import { articleTable } from '../article/table.ts'
import { campaignHandlers } from '../campaign/handlers.ts'
import { companyTable } from '../company/table.ts'
import { constantsHandlers } from '../constants/handlers.ts'
import { creativeGroupTable } from '../creative/group-table.ts'
import { creativeHandlers } from '../creative/handlers.ts'
import { dashboardHandlers } from '../dashboard/handlers.ts'
import type { RootDatabase } from '../db/connect.ts'
import { deliveryHandlers } from '../delivery/delivery-handlers.ts'
import { developmentHandlers } from '../development/development.ts'
import { formatSettingTable } from '../format-setting/table.ts'
import { formatTable } from '../format/table.ts'
import { frameHandlers } from '../frame/handlers.ts'
import { informationHandlers } from '../information/handlers.ts'
import { invitationHandlers } from '../invitation/handlers.ts'
import { createMailService } from '../mail/mail-service.ts'
import { mediumTable } from '../medium/table.ts'
import { notificationHandlers } from '../notification/handlers.ts'
import { orderTable } from '../order/table.ts'
import { passwordHandlers } from '../password/handlers.ts'
import { placeHandlers } from '../place/handlers.ts'
import { publisherGroupTable } from '../publisher-group/table.ts'
import { productTable } from '../product/table.ts'
import { publisherTable } from '../publisher/table.ts'
import { rejectRequestTable } from '../reject-request/table.ts'
import { releaseHandlers } from '../release/handlers.ts'
import type { Releases } from '../release/releases.ts'
import { reportHandlers } from '../report/report-handlers.ts'
import { resourceHandlers, selectHandlers } from '../resource/handlers.ts'
import { revenueShareHandlers } from '../revenue-share/handlers.ts'
import { csrfKeyOf } from '../session/csrf-key.ts'
import { savedViewHandlers } from '../saved-view/handlers.ts'
import { sessionHandlers } from '../session/handlers.ts'
import { spaceHandlers } from '../space/handlers.ts'
import type { Storage } from '../upload/storage.ts'
import { accountUserHandlers } from '../user/account-users.ts'
import { userHandlers } from '../user/handlers.ts'
import { answerError } from './answer-error.ts'
import { bind } from './bind.ts'
import { acceptedLocale } from './caller.ts'
import { bindDocs } from './docs.ts'
import type { Handlers } from './handler.ts'
import { bindHealth, type ReadinessCheck } from './health.ts'
import { startHousekeeping } from './housekeeping.ts'
import { Refusal } from './refusal.ts'
import type { ApiSettings } from './settings.ts'

/** A group without handlers, or an endpoint without one, does not compile. */
const handlers: Handlers = {
  session: sessionHandlers,
  password: passwordHandlers,
  invitation: invitationHandlers,
  user: userHandlers,
  advertiser_user: accountUserHandlers('advertiser'),
  agency_user: accountUserHandlers('agency'),
  rep_user: accountUserHandlers('rep'),
  ptd_user: accountUserHandlers('ptd'),
  pg_user: accountUserHandlers('pg'),
  constants: constantsHandlers,
  place: placeHandlers,
  campaign: campaignHandlers,
  ad: adHandlers,
  ad_whitelist: resourceHandlers('ad_whitelist', adWhitelistTable),
  article: resourceHandlers('article', articleTable),
  ad_article: resourceHandlers('ad_article', adArticleTable),
  company: resourceHandlers('company', companyTable),
  creative_group: resourceHandlers('creative_group', creativeGroupTable),
  creative: creativeHandlers,
  shown_creative: selectHandlers('shown_creative'),
  order: resourceHandlers('order', orderTable),
  information: informationHandlers,
  notification: notificationHandlers,
  saved_view: savedViewHandlers,
  dashboard: dashboardHandlers,
  publisher: resourceHandlers('publisher', publisherTable),
  medium: resourceHandlers('medium', mediumTable),
  space: spaceHandlers,
  advertiser: resourceHandlers('advertiser', advertiserTable),
  agency: resourceHandlers('agency', agencyTable),
  rep: resourceHandlers('rep', repTable),
  ptd: resourceHandlers('ptd', ptdTable),
  pg: selectHandlers('pg'),
  account: selectHandlers('account'),
  publisher_group: resourceHandlers('publisher_group', publisherGroupTable),
  frame: frameHandlers,
  format: resourceHandlers('format', formatTable),
  format_setting: resourceHandlers('format_setting', formatSettingTable),
  product: resourceHandlers('product', productTable),
  revenue_share: revenueShareHandlers,
  advertisement: advertisementHandlers,
  reject_request: resourceHandlers('reject_request', rejectRequestTable),
  release: releaseHandlers,
  report: reportHandlers,
  delivery: deliveryHandlers,
  development: developmentHandlers,
}

export interface ApiOptions {
  /** Keeps uploaded files. */
  readonly storage: Storage
  /** The registry behind the site, for the administrators' page. */
  readonly releases: Releases
  readonly db: RootDatabase
  readonly settings: ApiSettings
  readonly logger: Logger
  /** Further parts that /readyz asks, by name: the registry. */
  readonly checks?: Readonly<Record<string, ReadinessCheck>>
}

export interface Api {
  /** Answers /api/*, /login, /logout, /sanctum/*, /healthz and /readyz, and leaves every other path to the composer. */
  readonly app: Hono
  /** From now on /readyz says 503, so that a balancer sends nobody; calls are still answered. */
  drain(): void
  /** Ends what the API does on its own, after the mails that wait. The pool and the server are the composer's. */
  close(): Promise<void>
}

type Bound = [endpoint: Endpoint, handler: Parameters<typeof bind>[2]]

function allBound(): Bound[] {
  const bound = Object.entries(endpoints).flatMap(([group, calls]) =>
    Object.entries<Endpoint>(calls).map(([name, endpoint]): Bound => {
      const handler = (handlers[group as EndpointGroup] as unknown as Record<string, Bound[1]>)[name]!
      return [endpoint, handler]
    }),
  )
  // Fixed paths before those with parameters: /api/campaign/select_list before /api/campaign/{id}.
  const parameters = ([{ path }]: Bound) => path.split('{').length
  return bound.toSorted((a, b) => parameters(a) - parameters(b))
}

/** The API host on a migrated database. */
export async function createApi({ db, storage, releases, settings, logger, checks = {} }: ApiOptions): Promise<Api> {
  const app = new Hono()
  let ending = false
  const mail = createMailService(settings.mail, logger)
  const around = { db, settings, log: logger, csrfKey: await csrfKeyOf(db), mail, storage, releases }
  bindHealth(app, db, checks, () => ending)
  bindDocs(app)
  for (const [endpoint, handler] of allBound()) bind(app, endpoint, handler, around)
  app.all('/api/*', (c) => {
    c.header('Cache-Control', 'no-store')
    const locale = acceptedLocale(c.req.header('Accept-Language')) ?? 'ja'
    return answerError(c, new Refusal('not_found'), { locale, requestId: randomUUID(), log: logger })
  })
  const stopHousekeeping = startHousekeeping(db, logger)
  return {
    app,
    drain() {
      ending = true
    },
    async close() {
      await stopHousekeeping()
      await mail.close()
    },
  }
}
