import { isDeepStrictEqual } from 'node:util'
import { createBodySchema, fourEyesSettingBody, isObject, locales, updateBodySchema, type Endpoint, type Text } from '@adsite/contract'
import * as v from 'valibot'
import type { Author } from '../call/author.ts'
import type { Call } from '../call/handler.ts'
import { validated } from '../call/validate.ts'
import type { changeRequests } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { invitableAccount, refuseUninvitable, sendInvitation } from '../invitation/send.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { mappingOf } from '../resource/mapping/resource-mapping.ts'
import { actOnRecord, createRecord, deleteRecord, jsonOf, updateRecord } from '../resource/write/write.ts'
import { leaveAccount } from '../user/memberships.ts'
import { settingOf, writeSetting } from './setting.ts'

type Request = typeof changeRequests.$inferSelect
type CarryCall = Pick<Call<Endpoint>, 'db' | 'session' | 'request' | 'mail' | 'address'>

const changed: Text = {
  ja: '申請の後に内容が変わったため、承認できません。却下して、現在の内容をもとに申請し直してもらってください。',
  en: 'This has changed since it was asked for, so it cannot be approved. Reject it, and have it asked for again.',
}
const gone: Text = { ja: '対象がなくなったため、承認できません。却下してください。', en: 'What it is about is gone. Reject it.' }
const blocked = (message: Text) => new RequestError('action_blocked', { message })

/** Refuses to write onto other values than those that the change was asked for with. */
function refuseChanged(before: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(before)) if (!isDeepStrictEqual(now[name] ?? null, value)) throw blocked(changed)
}

async function carryOutOnRecord({ db }: CarryCall, author: Author, { entity, entity_id: id, action, before, after, reason }: Request) {
  const mapping = mappingOf(entity)
  if (!mapping) throw new Error(`The request is about "${entity}", which has no mapping`)
  if (id === null) {
    await createRecord(db, author, mapping, validated(createBodySchema(mapping.resource), after))
    return
  }
  const row = await findOrRefuse(db, author, mapping, id, true).catch((error: unknown) => {
    throw error instanceof RequestError && error.code === 'not_found' ? blocked(gone) : error
  })
  refuseChanged(before, { ...jsonOf(mapping, row) })
  if (action === 'delete') await deleteRecord(db, author, mapping, id)
  else if (action === 'update') {
    const { version, ...values } = validated(updateBodySchema(mapping.resource), { version: row.version, ...after })
    await updateRecord(db, author, mapping, { id, version }, values)
  } else await actOnRecord(db, author, mapping, { id, version: row.version, action, reason: reason ?? undefined })
}

const invited = v.object({ email: v.string(), account_id: v.number(), locale: v.picklist(locales) })
const removed = v.object({ user_id: v.number(), account_id: v.number() })

async function carryOutInvitation(call: CarryCall, { after }: Request): Promise<void> {
  const { email, account_id, locale } = v.parse(invited, after)
  const account = await invitableAccount(call.db, call.session, account_id)
  if (!account) throw blocked(gone)
  await refuseUninvitable(call.db, account.id, email)
  await sendInvitation(call, { account, email, locale })
}

/** Does what a request asks for, under all rules of the call that asked, as the second person. `call.db` is their transaction. */
export async function carryOut(call: CarryCall, author: Author, request: Request): Promise<void> {
  const { entity, before, account_id } = request
  if (entity === 'four_eyes') {
    const { name: _, kind: __, ...now } = await settingOf(call.db, account_id, true)
    refuseChanged(before, now)
    await writeSetting(call.db, author, account_id, v.parse(fourEyesSettingBody, request.after))
  } else if (entity === 'invitation') await carryOutInvitation(call, request)
  else if (entity === 'membership') {
    const { user_id } = v.parse(removed, isObject(before) ? before : {})
    await leaveAccount(call.db, author, user_id, account_id)
  } else await carryOutOnRecord(call, author, request)
}
