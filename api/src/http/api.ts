import { randomUUID } from 'node:crypto'
import { endpoints, type AnyResource, type Endpoint, type EndpointGroup } from '@adsite/contract'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { campaignTable } from '../campaign/table.ts'
import { companyTable } from '../company/table.ts'
import { constantsHandlers } from '../constants/handlers.ts'
import { dashboardHandlers } from '../dashboard/handlers.ts'
import type { RootDatabase } from '../db/connect.ts'
import { deliveryHandlers } from '../delivery/delivery-handlers.ts'
import { informationHandlers } from '../information/handlers.ts'
import { informationTable } from '../information/table.ts'
import { invitationHandlers } from '../invitation/handlers.ts'
import { createMailService } from '../mail/mail-service.ts'
import { notificationHandlers } from '../notification/handlers.ts'
import { passwordHandlers } from '../password/handlers.ts'
import { reportHandlers } from '../report/report-handlers.ts'
import { resourceHandlers, selectHandlers } from '../resource/handlers.ts'
import { csrfKeyOf } from '../session/csrf-key.ts'
import { sessionHandlers } from '../session/handlers.ts'
import { spaceTable } from '../space/table.ts'
import type { Storage } from '../upload/storage.ts'
import { userHandlers } from '../user/handlers.ts'
import { answerError } from './answer-error.ts'
import { bind, type BindOptions } from './bind.ts'
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
  constants: constantsHandlers,
  campaign: resourceHandlers('campaign', campaignTable),
  company: resourceHandlers('company', companyTable),
  information: informationHandlers,
  notification: notificationHandlers,
  dashboard: dashboardHandlers,
  space: resourceHandlers('space', spaceTable),
  advertiser: selectHandlers('advertiser'),
  agency: selectHandlers('agency'),
  rep: selectHandlers('rep'),
  medium: selectHandlers('medium'),
  publisher_group: selectHandlers('publisher_group'),
  report: reportHandlers,
  delivery: deliveryHandlers,
}

const resources: Partial<Record<EndpointGroup, AnyResource>> = {
  campaign: campaignTable.resource,
  company: companyTable.resource,
  information: informationTable.resource,
  space: spaceTable.resource,
}

export interface ApiOptions {
  /** Keeps uploaded files. */
  readonly storage: Storage
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

type Bound = [endpoint: Endpoint, handler: Parameters<typeof bind>[2], options: BindOptions]

function allBound(): Bound[] {
  const bound = Object.entries(endpoints).flatMap(([group, calls]) =>
    Object.entries<Endpoint>(calls).map(([name, endpoint]): Bound => {
      const handler = (handlers[group as EndpointGroup] as unknown as Record<string, Bound[1]>)[name]!
      return [endpoint, handler, { resource: resources[group as EndpointGroup], tagged: group === 'constants' }]
    }),
  )
  // Fixed paths before those with parameters: /api/campaign/select_list before /api/campaign/{id}.
  const parameters = ([{ path }]: Bound) => path.split('{').length
  return bound.toSorted((a, b) => parameters(a) - parameters(b))
}

/** The API host on a migrated database. */
export async function createApi({ db, storage, settings, logger, checks = {} }: ApiOptions): Promise<Api> {
  const app = new Hono()
  let ending = false
  const mail = createMailService(settings.mail, logger)
  const around = { db, settings, log: logger, csrfKey: await csrfKeyOf(db), mail, storage }
  bindHealth(app, db, checks, () => ending)
  bindDocs(app)
  for (const [endpoint, handler, options] of allBound()) bind(app, endpoint, handler, around, options)
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
      stopHousekeeping()
      await mail.close()
    },
  }
}
