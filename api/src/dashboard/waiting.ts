import { may, waitingKinds, type WaitingItem, type WaitingKind, type WaitingKindName } from '@adsite/contract'
import { companyTable } from '../company/table.ts'
import { creativeTable } from '../creative/table.ts'
import type { Database } from '../db/connect.ts'
import type { Caller } from '../db/scope.ts'
import { invitationTable } from '../invitation/table.ts'
import { orderTable } from '../order/table.ts'
import { rejectRequestTable } from '../reject-request/table.ts'
import { matchingRows } from '../resource/read/list.ts'
import type { ResourceTable } from '../resource/mapping/resource-table.ts'

/** Where each kind is counted: what waits is what its list shows for the kind's query. */
const tables: Readonly<Record<WaitingKindName, ResourceTable>> = {
  credit_review: companyTable,
  creative_review: creativeTable,
  order_approval: orderTable,
  reject_request: rejectRequestTable,
  creative_rejected: creativeTable,
  invitation_open: invitationTable,
}

/** What waits for this role, in the order of the contract; nothing is said of what is done. */
export async function waitingFor(db: Database, caller: Caller): Promise<WaitingItem[]> {
  const kinds = Object.entries<WaitingKind>(waitingKinds).filter(
    ([, { permission, unless }]) => may(caller.role, permission) && !(unless && may(caller.role, unless)),
  )
  const items = await Promise.all(
    kinds.map(async ([name, { route, query }]) => {
      const kind = name as WaitingKindName
      const mapping = tables[kind]
      return { kind, count: await db.$count(mapping.table, matchingRows(mapping, caller, query)), route, query: { ...query } }
    }),
  )
  return items.filter((item) => item.count > 0)
}
