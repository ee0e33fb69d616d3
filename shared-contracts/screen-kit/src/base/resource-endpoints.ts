import type { Endpoint, page, RecordBase } from '@adsite/contract'
import type * as v from 'valibot'

/** A record of whatever resource, as the kit handles it. Fields that the role may not see are absent. */
export type KitRecord = RecordBase & Readonly<Record<string, unknown>>

export interface ListAnswer {
  readonly data: readonly KitRecord[]
  readonly page: v.InferOutput<typeof page>
}

/** The endpoints of a resource as `readEndpoints`, `writeEndpoints` and `actionEndpoints` make them. */
/** The endpoints of a list: those beside `list` bring the tools that use them (`bulkEndpoint`, `exportEndpoint`, `importEndpoints`). */
export type ListEndpoints = Readonly<Record<'list', Endpoint>> & Readonly<Partial<Record<'bulk' | 'export' | 'import', Endpoint>>>
export type ReadEndpoints = Readonly<Record<'list' | 'get' | 'history', Endpoint>>
export type DetailEndpoints = ReadEndpoints & Readonly<Record<string, Endpoint>>
export type CreateEndpoints = Readonly<Record<'create', Endpoint>>
