import { message, requirementObstacles, roleCode, singleSignOnLimits, type Text } from '@adsite/contract'
import { and, asc, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm'
import { logChanges } from '../audit/log-changes.ts'
import { describeEvent } from '../audit/record-event.ts'
import { authorOf } from '../call/author.ts'
import type { Handlers, RecordCall } from '../call/handler.ts'
import type { Database } from '../db/connect.ts'
import { accounts, ssoDomains, ssoGroups, ssoProviders } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { refuseWithoutKey, seal } from '../factor/seal.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { accountAsking } from '../second-person/hold.ts'
import { isProven } from './admit.ts'
import { targetOf } from './back-channel.ts'
import { addDomain, domainsOf, isRecordThere, storeCheck, textsFrom } from './domains.ts'
import { singleSignOnMapping } from './mapping.ts'
import { configurationOf, ProviderError, secretOwner, type Provider } from './provider.ts'
import { obstacleOf, requirementOf } from './requirement.ts'

const taken: Text = {
  ja: 'このドメインは、すでにシングルサインオンに登録されています。',
  en: 'This domain belongs to a single sign-on already.',
}
const decidedByTwo: Text = {
  ja: 'このアカウントのユーザーは2人で決める設定になっているため、グループには割り当てられません。ユーザーを招待してください。',
  en: 'Two persons decide about the users of this account, so no group may give it. Invite people instead.',
}
const tooMany: Text = {
  ja: 'これ以上は登録できません。使っていないものを削除してください。',
  en: 'There are too many. Delete one that is not used.',
}

/** The provider of a call, locked where it is changed. Throws `not_found`. */
async function find(db: Database, id: number, lock = false): Promise<Provider> {
  const query = db
    .select()
    .from(ssoProviders)
    .where(and(eq(ssoProviders.id, id), isNull(ssoProviders.deleted_at)))
  const [found] = await (lock ? query.for('update') : query)
  if (!found) throw new RequestError('not_found')
  return found
}

/** The id of what belongs to a provider, from the path. */
const partId = (text: string): number => (/^[1-9]\d{0,14}$/u.test(text) ? Number(text) : 0)

/** A domain of the provider of a call; with the provider's lock where it is changed. Throws `not_found`. */
async function findDomain(db: Database, providerId: number, domainId: string, lock = false) {
  await find(db, providerId, lock)
  const [found] = await db
    .select({ ...getTableColumns(ssoDomains), counts: sql<boolean>`coalesce(${isProven}, false)` })
    .from(ssoDomains)
    .where(and(eq(ssoDomains.id, partId(domainId)), eq(ssoDomains.provider_id, providerId)))
  if (!found) throw new RequestError('not_found')
  return found
}

type Field = 'required' | 'client_secret' | 'sign_on_domain' | 'sign_on_proof' | 'sign_on_group'

/** Writes down a change of what belongs to a provider, in its history and in the audit. */
const log = (transaction: Database, call: Pick<RecordCall, 'session' | 'request' | 'id'>, field: Field, before: unknown, after: unknown) =>
  logChanges(transaction, authorOf(call), 'single_sign_on', call.id, 'update', [{ field, before, after }])

/** Accounts of the company that groups can give. Administrators are invited one by one. */
const offered = ({ company_id }: Provider) =>
  and(eq(accounts.company_id, company_id), ne(accounts.kind, 'admin'), isNull(accounts.deleted_at))

export const singleSignOnHandlers = resourceHandlers('single_sign_on', singleSignOnMapping, {
  async setSecret(call) {
    const { db, id, body, settings } = call
    describeEvent({ target: targetOf(id), detail: 'secret' })
    refuseWithoutKey(settings.factorKeys)
    await db.transaction(async (transaction) => {
      const { client_secret } = await find(transaction, id, true)
      const sealed = seal(settings.factorKeys, secretOwner(id), body.secret)
      await transaction.update(ssoProviders).set({ client_secret: sealed }).where(eq(ssoProviders.id, id))
      await log(transaction, call, 'client_secret', client_secret === null ? null : '••••', '••••')
    })
  },

  async test({ db, id, settings }) {
    describeEvent({ target: targetOf(id), detail: 'test' })
    const provider = await find(db, id)
    try {
      await configurationOf(db, provider, settings, true)
      return { data: { fault: null } }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      describeEvent({ detail: `test ${error.fault}` })
      return { data: { fault: error.fault } }
    }
  },

  async requirement({ db, id }) {
    return { data: await requirementOf(db, await find(db, id)) }
  },

  async setRequirement(call) {
    const { db, id, body } = call
    const { required } = body
    describeEvent({ target: targetOf(id), detail: required ? 'required' : 'no longer required' })
    await db.transaction(async (transaction) => {
      const provider = await find(transaction, id, true)
      if (provider.required === required) return describeEvent({ detail: required ? 'was required already' : 'was not required' })
      const obstacle = required ? await obstacleOf(transaction, provider) : null
      if (obstacle !== null) throw new RequestError('action_blocked', { message: requirementObstacles[obstacle] })
      await transaction.update(ssoProviders).set({ required }).where(eq(ssoProviders.id, id))
      await log(transaction, call, 'required', !required, required)
    })
  },

  async domains({ db, id }) {
    await find(db, id)
    return { data: await domainsOf(db, id) }
  },

  async addDomain(call) {
    const { db, id, body } = call
    describeEvent({ target: targetOf(id), detail: `added ${body.domain}` })
    return db.transaction(async (transaction) => {
      await find(transaction, id, true)
      const made = await addDomain(transaction, id, body.domain)
      if (made === 'full') throw new RequestError('state_not_allowed', { message: tooMany })
      if (made === null) throw new RequestError('validation_failed', { errors: { domain: [taken] } })
      await log(transaction, call, 'sign_on_domain', null, body.domain)
      return { data: { id: made } }
    })
  },

  async checkDomain(call) {
    const { db, id, params, settings } = call
    describeEvent({ target: targetOf(id) })
    const stored = await findDomain(db, id, params.domain_id)
    const found = await isRecordThere(stored, textsFrom(settings.dnsServers))
    // Read again under the lock: others may have proven or removed it while the name server was asked.
    await db.transaction(async (transaction) => {
      const { counts } = await findDomain(transaction, id, params.domain_id, true)
      await storeCheck(transaction, stored, found)
      describeEvent({ detail: `${stored.domain} ${found ? 'proven' : 'not found'}` })
      if (found && !counts) await log(transaction, call, 'sign_on_proof', null, stored.domain)
    })
    return { data: { found } }
  },

  async removeDomain(call) {
    const { db, id, params } = call
    describeEvent({ target: targetOf(id) })
    await db.transaction(async (transaction) => {
      await find(transaction, id, true)
      const [gone] = await transaction
        .delete(ssoDomains)
        .where(and(eq(ssoDomains.id, partId(params.domain_id)), eq(ssoDomains.provider_id, id)))
        .returning()
      if (!gone) throw new RequestError('not_found')
      describeEvent({ detail: `removed ${gone.domain}` })
      await log(transaction, call, 'sign_on_domain', gone.domain, null)
    })
  },

  async groups({ db, id }) {
    const provider = await find(db, id)
    const named = { account_id: accounts.id, name: accounts.name, kind: accounts.kind }
    const groups = await db
      .select({ id: ssoGroups.id, value: ssoGroups.value, ...named })
      .from(ssoGroups)
      .innerJoin(accounts, and(eq(accounts.id, ssoGroups.account_id), offered(provider)))
      .where(eq(ssoGroups.provider_id, id))
      .orderBy(asc(ssoGroups.value), asc(accounts.id))
    const choices = await db.select(named).from(accounts).where(offered(provider)).orderBy(asc(accounts.kind), asc(accounts.id))
    const withRole = <T extends { readonly kind: (typeof choices)[number]['kind'] }>({ kind, ...row }: T) => ({
      ...row,
      role: roleCode(kind),
    })
    return { data: { groups: groups.map(withRole), accounts: choices.map(withRole) } }
  },

  async addGroup(call) {
    const { db, id, body } = call
    const { value, account_id } = body
    describeEvent({ target: targetOf(id), detail: `added ${value}: account ${account_id}` })
    return db.transaction(async (transaction) => {
      const provider = await find(transaction, id, true)
      const [account] = await transaction
        .select({ name: accounts.name })
        .from(accounts)
        .where(and(eq(accounts.id, account_id), offered(provider)))
      if (!account) throw new RequestError('validation_failed', { errors: { account_id: [message('not_found')] } })
      if ((await accountAsking(transaction, { area: 'role', of: eq(accounts.id, account_id) })) !== null)
        throw new RequestError('action_blocked', { message: decidedByTwo })
      if ((await transaction.$count(ssoGroups, eq(ssoGroups.provider_id, id))) >= singleSignOnLimits.groups)
        throw new RequestError('state_not_allowed', { message: tooMany })
      const [made] = await transaction
        .insert(ssoGroups)
        .values({ provider_id: id, value, account_id })
        .onConflictDoNothing()
        .returning({ id: ssoGroups.id })
      if (!made) throw new RequestError('validation_failed', { errors: { value: [message('duplicate')] } })
      await log(transaction, call, 'sign_on_group', null, `${value} → ${account.name} #${account_id}`)
      return { data: { id: made.id } }
    })
  },

  async removeGroup(call) {
    const { db, id, params } = call
    describeEvent({ target: targetOf(id) })
    await db.transaction(async (transaction) => {
      await find(transaction, id, true)
      const [gone] = await transaction
        .delete(ssoGroups)
        .where(and(eq(ssoGroups.id, partId(params.group_id)), eq(ssoGroups.provider_id, id)))
        .returning()
      if (!gone) throw new RequestError('not_found')
      describeEvent({ detail: `removed ${gone.value}: account ${gone.account_id}` })
      await log(transaction, call, 'sign_on_group', `${gone.value} → #${gone.account_id}`, null)
    })
  },
} satisfies Partial<Handlers['single_sign_on']>)
