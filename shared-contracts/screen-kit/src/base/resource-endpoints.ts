import type { Endpoint, page, RecordBase } from '@adsite/contract'
import type * as v from 'valibot'

/** A record of whatever resource, as the kit handles it. Fields that the role may not see are absent. */
export type KitRecord = RecordBase & Readonly<Record<string, unknown>>

export interface ListAnswer {
  readonly data: readonly KitRecord[]
  readonly page: v.InferOutput<typeof page>
}

/** The endpoints of a resource as `readEndpoints`, `writeEndpoints` and `actionEndpoints` make them. */
export type ReadEndpoints = Readonly<Record<'list' | 'get' | 'history', Endpoint>>
export type DetailEndpoints = ReadEndpoints & Readonly<Record<string, Endpoint>>
export type CreateEndpoints = Readonly<Record<'create', Endpoint>>
