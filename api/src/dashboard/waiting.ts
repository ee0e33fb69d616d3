import { firstWaitingKinds, keysOf, waitingKinds, type WaitingAnswer, type WaitingKind, type WaitingKindName } from '@adsite/contract'
import { adMapping } from '../ad/mapping.ts'
import { companyMapping } from '../company/mapping.ts'
import { creativeMapping } from '../creative/mapping.ts'
import type { Session } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { invitationMapping } from '../invitation/mapping.ts'
import { orderMapping } from '../order/mapping.ts'
import { rejectRequestMapping } from '../reject-request/mapping.ts'
import { nothingKnown } from '../report/list-figures.ts'
import { matchingRows } from '../resource/read/list.ts'
import type { ResourceMapping } from '../resource/mapping/resource-mapping.ts'
import { mayCall } from '../call/may-call.ts'
import { countDecidable } from '../second-person/waiting.ts'

/** The mapping that counts each kind: what waits is what its list shows for the kind's query. */
const tables: Readonly<Record<Exclude<WaitingKindName, 'change_request'>, ResourceMapping>> = {
  credit_review: companyMapping,
  creative_review: creativeMapping,
  order_approval: orderMapping,
  reject_request: rejectRequestMapping,
  creative_rejected: creativeMapping,
  ad_rejected: adMapping,
  invitation_open: invitationMapping,
}

/** Counts what waits for this role, in the order of the contract; kinds with nothing to do are left out. */
export async function waitingFor(db: Database, caller: Session): Promise<WaitingAnswer> {
  function countOf(kind: WaitingKindName): Promise<number> {
    if (kind === 'change_request') return countDecidable(db, caller)
    const { query }: WaitingKind = waitingKinds[kind]
    return db.$count(tables[kind].table, matchingRows(tables[kind], caller, query, nothingKnown))
  }
  const count = async <K extends WaitingKindName>(kinds: readonly K[]) => {
    const shown = kinds.filter((kind) => {
      const { permission, unless }: WaitingKind = waitingKinds[kind]
      return mayCall(caller, permission) && !(unless && mayCall(caller, unless))
    })
    const items = await Promise.all(
      shown.map(async (kind) => {
        const { route, query }: WaitingKind = waitingKinds[kind]
        return { kind, count: await countOf(kind), route, query: { ...query } }
      }),
    )
    return items.filter((item) => item.count > 0)
  }
  const isFirst = (kind: WaitingKindName) => firstWaitingKinds.some((first) => first === kind)
  const [data, further] = await Promise.all([count(firstWaitingKinds), count(keysOf(waitingKinds).filter((kind) => !isFirst(kind)))])
  return { data, further }
}
