import { isDeepStrictEqual } from 'node:util'
import { fourEyesAreasOf, message, type FourEyesArea, type FourEyesSetting, type Role } from '@adsite/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { recordOfAccount } from '../account/record-of-account.ts'
import { logChanges, type LogAuthor } from '../audit/log-changes.ts'
import { describeEvent } from '../audit/record-event.ts'
import { authorOf } from '../call/author.ts'
import type { Handlers } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { accounts, fourEyes } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { storeRequest } from '../second-person/hold.ts'

/** Offered where nothing is set yet, in yen. */
const usualAmount = '1000000'

/** What an account has decided by two persons; locked for a change. Throws `not_found`. */
export async function settingOf(
  db: Database,
  id: number,
  lock = false,
): Promise<FourEyesSetting & { readonly name: string; readonly kind: Role }> {
  const found = db
    .select({ name: accounts.name, kind: accounts.kind })
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.deleted_at)))
  const [account] = await (lock ? found.for('update') : found)
  if (!account) throw new RequestError('not_found')
  const [set] = await db.select().from(fourEyes).where(eq(fourEyes.account_id, id))
  return { ...account, areas: set?.areas.toSorted() ?? [], order_above: set ? String(Number(set.order_above)) : usualAmount }
}

/** Writes the setting, whose account the caller has locked; the history of the account's record has it. */
export async function writeSetting(db: Database, author: LogAuthor, id: number, { areas, order_above }: FourEyesSetting): Promise<void> {
  const before = await settingOf(db, id)
  const set = { areas: [...new Set(areas)].toSorted(), order_above }
  await db
    .insert(fourEyes)
    .values({ account_id: id, ...set })
    .onConflictDoUpdate({ target: fourEyes.account_id, set })
  const amount = (setting: FourEyesSetting) => (setting.areas.includes('order') ? setting.order_above : null)
  const changes = [
    { field: 'four_eyes_areas', before: before.areas, after: set.areas },
    { field: 'four_eyes_above', before: amount(before), after: amount(set) },
  ].filter((change) => !isDeepStrictEqual(change.before, change.after))
  const [entity, record] = await recordOfAccount(db, { id, kind: before.kind })
  if (changes.length > 0) await logChanges(db, author, entity, record, 'update', changes)
}

/** Whether a setting asks for a second person less often than before. */
const isLess = (before: FourEyesSetting, after: FourEyesSetting) =>
  before.areas.some((area) => !after.areas.includes(area)) ||
  (before.areas.includes('order') && Number(after.order_above) > Number(before.order_above))

const inWords = ({ areas, order_above }: FourEyesSetting) =>
  areas.length === 0 ? 'nothing' : areas.map((area) => (area === 'order' ? `order above ${order_above}` : area)).join(', ')

export const fourEyesHandlers: Handlers['four_eyes'] = {
  async get({ db, id }) {
    const { areas, order_above } = await settingOf(db, id)
    return { data: { areas, order_above } }
  },

  async set(call) {
    const { db, session, id } = call
    const after = { areas: [...new Set(call.body.areas)].toSorted(), order_above: String(Number(call.body.order_above)) }
    describeEvent({ target: `account ${id}`, detail: inWords(after) })
    return db.transaction(async (transaction) => {
      const { name, kind, ...before } = await settingOf(transaction, id, true)
      const possible: readonly FourEyesArea[] = fourEyesAreasOf[kind]
      if (!after.areas.every((area) => possible.includes(area)))
        throw new RequestError('validation_failed', { errors: { areas: [message('choice')] } })
      const isSame = inWords(before) === inWords(after)
      describeEvent({ detail: isSame ? `was so already: ${inWords(before)}` : `${inWords(before)} → ${inWords(after)}` })
      if (!isLess(before, after)) {
        await writeSetting(transaction, authorOf(call), id, after)
        return { data: { waits: false } }
      }
      describeEvent({ detail: `asked for ${inWords(before)} → ${inWords(after)}` })
      const change = { entity: 'four_eyes', entity_id: id, action: 'update', name, permission: 'four_eyes.manage', before, after } as const
      const author = { ...authorOf(call), user_id: session.user.id }
      await storeRequest(transaction, author, { account_id: id, area: 'setting' }, change)
      return { data: { waits: true } }
    })
  },
}
