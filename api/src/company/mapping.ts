import { company, companyPlaceholders, limitChange, message } from '@adsite/contract'
import { notInArray, sql } from 'drizzle-orm'
import { accounts, companies } from '../db/schema.ts'
import { companyScope } from '../db/scope.ts'
import { administrators, companyEvents } from '../notification/events.ts'
import { notify } from '../notify/notify.ts'
import { validateAddresses } from '../place/validate-addresses.ts'
import { nothingHangs } from '../resource/write/nothing-hangs.ts'
import { defineMapping, type StoredRecord } from '../resource/mapping/resource-mapping.ts'
import { listChanged } from '../serving/changed-campaigns.ts'

const changeOf = (current: StoredRecord<typeof company>, wanted: string | null) =>
  limitChange(current.credit_status, Number(current.credit_limit), Number(wanted))

export const companyMapping = defineMapping({
  resource: company,
  table: companies,
  searched: companies.search_text,
  scope: companyScope,
  referred: { current: notInArray(companies.credit_status, ['INACTIVE', 'BLOCKED']) },
  derived: {
    registration: sql`(case when ${sql.join(
      Object.entries(companyPlaceholders).map(([name, placeholder]) => sql.raw(`companies.${name} = '${placeholder}'`)),
      sql` or `,
    )} then 'PROVISIONAL' else 'COMPLETE' end)`,
  },
  events: companyEvents,
  // A company in use has its id; a new one has no account yet.
  fourEyesAccounts: (record) => sql`${accounts.company_id} = ${record.id ?? null}::bigint`,
  guards: {
    delete: nothingHangs({ table: accounts, column: accounts.company_id, label: { ja: 'アカウント', en: 'accounts' } }),
  },
  unique: { companies_corporate_number: 'corporate_number' },
  async validate(_, __, record, current) {
    const faults = validateAddresses(company.addresses ?? [], record, current)
    const refused = current && changeOf(current, record.credit_limit) === 'refused'
    return refused ? { ...faults, credit_limit: [message('limit_raise')] } : faults
  },
  async atOnce(_, __, given, current) {
    const { credit_limit, ...others } = given
    if (credit_limit === undefined || changeOf(current, credit_limit) !== 'application') return given
    return { ...others, applied_limit: credit_limit, credit_status: 'RAISE_APPLIED' }
  },
  derivedChanges: (_, { applied_limit }, done) => (done === 'approve_raise' ? { credit_limit: applied_limit } : {}),
  async afterWrite(transaction, { user_id }, { id, name, credit_status, applied_limit }, done, before) {
    if (before && credit_status !== before.credit_status) {
      const own = sql`select accounts.id from accounts where accounts.company_id = ${id}::bigint`
      await listChanged(transaction, sql`campaigns.advertiser_account_id in (${own}) and campaigns.end_at > now()`)
    }
    if (done !== 'update' || credit_status !== 'RAISE_APPLIED' || applied_limit === before?.applied_limit) return
    const params = { name }
    await notify(transaction, { kind: 'raise_applied', entity: 'company', entity_id: id, params, created_by: user_id }, administrators())
  },
})
