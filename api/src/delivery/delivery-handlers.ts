import { deliveryLimits, message } from '@adsite/contract'
import { poolOf } from '../db/pool-of.ts'
import { deliveryMappings } from '../db/schema.ts'
import type { Handlers } from '../call/handler.ts'
import { RequestError } from '../error/request-error.ts'
import { ingestDelivery } from './ingest-delivery.ts'
import { DeliveryError, reasonTexts } from './error/delivery-error.ts'

const parts = { map: 'map', advertiser: 'advertiser_account_id', rate: 'rate', file: 'file' } as const

function refusalOf({ part, reason }: DeliveryError): RequestError {
  return new RequestError('validation_failed', {
    errors: { [parts[part]]: [reason.key === 'advertiser_unknown' ? message('not_found') : reasonTexts(reason)] },
  })
}

export const deliveryHandlers: Handlers['delivery'] = {
  async mappings({ db }) {
    const { source, map } = deliveryMappings
    return { data: await db.select({ source, map }).from(deliveryMappings).orderBy(source) }
  },
  /** The whole file has arrived before this starts (contract `Job`); nothing is taken of a caller that disconnects earlier. */
  async import({ db, session, query, request, locale }) {
    const {
      source,
      advertiser_account_id,
      map = '',
      mapping = null,
      rate = '',
      format = null,
      replace,
      name = null,
      create_missing,
    } = query
    const body: AsyncIterable<Uint8Array> = request.body ?? new Blob([]).stream()
    try {
      const options = {
        source,
        advertiser: advertiser_account_id === undefined ? null : Number(advertiser_account_id),
        map,
        mapping,
        rate,
        format,
        replace: replace === 'days',
        createMissing: create_missing === 'true',
        name,
        userId: session.user.id,
        locale,
        limits: deliveryLimits,
      }
      return { data: await ingestDelivery(poolOf(db), body, options) }
    } catch (error) {
      throw error instanceof DeliveryError ? refusalOf(error) : error
    }
  },
}
