import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  allChoices,
  campaign,
  columnNames,
  company,
  attentionReasons,
  createBodySchema,
  crossFieldErrors,
  product,
  revenueShare,
  dashboardFigures,
  deleteEndpoint,
  editActions,
  editOperationsOf,
  endpoints,
  errors,
  filterParameters,
  htmlText,
  information,
  isCorporateNumber,
  listMetrics,
  locales,
  may,
  metrics,
  normaliseBody,
  notificationKinds,
  notificationText,
  permissions,
  recordColumn,
  roleOfCode,
  roles,
  updateBodySchema,
  validationText,
  validationTexts,
  visibleFields,
  visibleDashboardFigures,
  reportFilters,
  reportMetrics,
  reports,
  waitingKinds,
  type Endpoint,
  type Permission,
  type Resource,
  type Report,
  type Role,
} from './index.ts'
import * as contract from './index.ts'
import { allResources } from './testing/resources.ts'

const every: Endpoint[] = Object.values(endpoints).flatMap((group) => Object.values(group) as Endpoint[])
const resources = allResources as unknown as readonly Resource[]

const validCompany = {
  name: '株式会社テスト',
  enterprise_type: 'KABUSHIKI',
  zip: '100-0001',
  prefecture: '13',
  city: '千代田区',
  street1: '千代田1-1',
  phone: '0312345678',
  payment_type: 'INVOICE',
  credit_limit: '3000',
}

/** Maps each invalid field to its messages. */
function faults(schema: v.GenericSchema, input: unknown): Record<string, string[] | undefined> {
  const result = v.safeParse(schema, input)
  return result.success ? {} : (v.flatten(result.issues).nested as Record<string, string[]>)
}

describe('permissions', () => {
  it('deny the unknown', () => {
    expect(may(null, 'session.use')).toBe(false)
    expect(may(undefined, 'session.use')).toBe(false)
    expect(may('nobody' as Role, 'session.use')).toBe(false)
    expect(may('admin', 'no.such.permission' as Permission)).toBe(false)
  })

  it('keep to the groups of spec/site "Permission groups"', () => {
    const granted = (permission: Permission) => [...permissions[permission]].toSorted().join()
    expect(granted('campaign.list')).toBe('admin')
    expect(granted('campaign.read')).toBe('admin,advertiser,agency,rep')
    expect(granted('report.demand')).toBe('admin,advertiser,agency,rep')
    expect(granted('space.list')).toBe('admin,pg,ptd')
    expect(granted('company.read')).toBe('admin')
    expect(granted('session.use')).toBe('admin,advertiser,agency,pg,ptd,rep')
  })

  it('know every role code and no other', () => {
    expect(roles.map(({ code }) => roleOfCode(code))).toEqual(['advertiser', 'ptd', 'pg', 'agency', 'rep', 'admin'])
    expect(roleOfCode(7)).toBeNull()
  })
})

describe('endpoints', () => {
  it('are unique by method and path', () => {
    const keys = every.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('have no JSON answer where the status allows none', () => {
    const answering = every.filter(({ success, response }) => success === 204 && response !== undefined)
    expect(answering.map(({ path }) => path)).toEqual([])
  })
})

describe('resources', () => {
  it('are exported by src/entities.ts', async () => {
    const folder = join(import.meta.dirname, 'entities')
    const exported = new Set<unknown>(Object.values(contract))
    const unknown: string[] = []
    for await (const file of glob('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })) {
      const declared: Readonly<Record<string, unknown>> = await import(join(folder, file))
      if (!Object.values(declared).some((value) => exported.has(value)) && Object.keys(declared).length > 0)
        unknown.push(`entities/${file}`)
    }
    expect(unknown).toEqual([])
  })

  it('have their endpoints in src/entities.ts, where the API and its tests find them', () => {
    const paths = new Set(every.map(({ path }) => path))
    expect(resources.filter(({ path }) => !paths.has(path)).map(({ name }) => name)).toEqual([])
  })

  it('call no two columns of a file alike, in either language', () => {
    for (const resource of resources) {
      for (const locale of locales) {
        const labels = columnNames(resource, 'admin').map((name) => recordColumn(resource, name)!.label[locale].toLowerCase())
        expect([resource.name, labels.filter((label, index) => labels.indexOf(label) !== index)]).toEqual([resource.name, []])
      }
    }
  })

  it('name only their own fields in lists and sections', () => {
    for (const resource of resources) {
      const known: string[] = [...Object.keys(resource.fields), ...listMetrics(resource), 'updated_at', 'created_at']
      const used = [
        ...resource.list.columns,
        ...resource.list.filters,
        ...resource.list.sorts,
        ...resource.sections.flatMap((s) => s.fields),
      ]
      expect(used.filter((name) => !known.includes(name))).toEqual([])
      expect(resource.list.sorts).toContain(resource.list.defaultSort.replace(/^-/u, ''))
    }
  })

  it('edit in lists what an update writes and an operation can change, and states by their actions', () => {
    const edited = resources.filter(({ list }) => list.edit)
    expect(edited.map(({ name }) => name)).toEqual(expect.arrayContaining(['campaign', 'ad']))
    for (const resource of edited) {
      const isEdited = (name: string) => {
        const field = resource.fields[name]!
        if (name === resource.states?.field) return editActions(resource).length > 0
        return field.access === 'write' && editOperationsOf(field) !== null
      }
      expect([resource.name, resource.list.edit!.filter((name) => !isEdited(name))]).toEqual([resource.name, []])
      expect(every.map(({ path }) => path)).toContain(`${resource.path}/edit`)
    }
  })

  /** Fields shown outside the sections: on a custom screen or only in lists. */
  const apart: Readonly<Record<string, readonly string[]>> = {
    ...Object.fromEntries(['advertiser', 'agency', 'rep', 'ptd', 'pg'].map((kind) => [`${kind}_user`, ['account_ids']])),
    advertisement: ['ad_id'],
    creative: ['material_count', 'image_id'],
    delivery_file: ['advertiser_account_ids'],
  }
  it('show every field in one section, where records have a page', () => {
    for (const { name, fields, sections } of resources.filter((resource) => resource.sections.length > 0)) {
      const shown = sections.flatMap((section) => section.fields)
      expect(shown.filter((field, index) => shown.indexOf(field) !== index)).toEqual([])
      const hidden = Object.keys(fields).filter((field) => !shown.includes(field))
      expect(hidden.filter((field) => !(apart[name] ?? []).includes(field))).toEqual([])
    }
  })

  it('have state rules that start and end in known states', () => {
    for (const { states, fields } of resources) {
      const keys = states ? (fields[states.field]?.choices?.keys as readonly string[]) : []
      for (const rule of Object.values(states?.actions ?? {})) expect(keys).toEqual(expect.arrayContaining([...rule.from, rule.to]))
    }
  })

  it('take from a body only what a caller may set', () => {
    const body = { ...validCompany, credit_status: 'ACTIVE', id: 1, created_by: 'x' }
    const result = v.safeParse(createBodySchema(company), body)
    expect(result.success).toBe(false)
    expect(result.issues?.map((issue) => v.getDotPath(issue)).toSorted()).toContain('credit_status')
    expect(v.safeParse(createBodySchema(company), validCompany).success).toBe(true)
  })

  it('do not move a campaign to another advertiser', () => {
    expect(v.safeParse(updateBodySchema(campaign), { version: 1, name: 'a' }).success).toBe(true)
    expect(v.safeParse(updateBodySchema(campaign), { version: 1, advertiser_account_id: 2 }).success).toBe(false)
    expect(v.safeParse(updateBodySchema(campaign), { name: 'a' }).success).toBe(false)
  })

  it('say what is wrong by field', () => {
    expect(faults(createBodySchema(company), { ...validCompany, name: '' }).name).toEqual(['required'])
    expect(faults(createBodySchema(company), { ...validCompany, name: 'あ'.repeat(101) }).name).toEqual(['too_long'])
    expect(faults(createBodySchema(company), { ...validCompany, phone: '03-1234-5678' }).phone).toEqual(['phone'])
    expect(faults(createBodySchema(company), { ...validCompany, zip: '1000001' }).zip).toEqual(['zip'])
    expect(faults(createBodySchema(company), { ...validCompany, credit_limit: '2000' }).credit_limit).toEqual(['min_yen|3,000'])
    expect(faults(createBodySchema(company), { ...validCompany, credit_limit: '3500' }).credit_limit).toEqual(['step_yen|1,000'])
    expect(faults(createBodySchema(company), { ...validCompany, url: 'javascript:alert(1)' }).url).toEqual(['url'])
    expect(faults(createBodySchema(company), { ...validCompany, corporate_number: '1234567890123' }).corporate_number).toEqual([
      'corporate_number',
    ])
  })

  it('check a campaign as a whole', () => {
    const values = { start_at: '2026-01-01T00:00:00Z', end_at: '2026-01-02T00:00:00Z', daily_budget: '100', lifetime_budget: '1000' }
    expect(crossFieldErrors(campaign as unknown as Resource, values)).toEqual([])
    expect(crossFieldErrors(campaign as unknown as Resource, { ...values, end_at: '2026-01-01T23:59:59Z' })).toEqual([
      { field: 'end_at', message: 'minimum_period' },
    ])
    expect(crossFieldErrors(campaign as unknown as Resource, { ...values, daily_budget: '1000.5' })).toEqual([
      { field: 'daily_budget', message: 'budget_order' },
    ])
  })

  it('refuse no change of other fields because of a rule that the record breaks already', () => {
    const stored = {
      name: '冬',
      start_at: '2026-01-01T00:00:00Z',
      end_at: '2026-01-01T12:00:00Z',
      daily_budget: '10',
      lifetime_budget: null,
    }
    const faultsOf = (changes: object) => crossFieldErrors(campaign as unknown as Resource, { ...stored, ...changes }, stored)
    expect(faultsOf({ name: '夏' })).toEqual([])
    expect(faultsOf({ end_at: '2026-01-01T13:00:00Z' })).toEqual([{ field: 'end_at', message: 'minimum_period' }])
    expect(faultsOf({ name: '夏', lifetime_budget: '9' })).toEqual([{ field: 'daily_budget', message: 'budget_order' }])
    expect(crossFieldErrors(campaign as unknown as Resource, stored, null)).toEqual([{ field: 'end_at', message: 'minimum_period' }])
  })

  it.each([
    ['revenue_share', revenueShare, 'valid_from', 'valid_to'],
    ['product', product, 'sale_from', 'sale_to'],
  ] as const)('take a period of a single day, and say of days what is wrong with them: %s', (_, resource, from, to) => {
    const faultsOf = (last: string) => crossFieldErrors(resource as unknown as Resource, { [from]: '2026-03-02', [to]: last })
    expect(faultsOf('2026-03-02')).toEqual([])
    expect(faultsOf('2026-03-01')).toEqual([{ field: to, message: 'days_order' }])
    expect(validationText('days_order', 'ja')).toBe('終了日は開始日以降の日付を指定してください。')
  })

  it('hide from a role the fields that are not for it', () => {
    const secret = { ...campaign, fields: { ...campaign.fields, memo: { ...campaign.fields.memo, roles: ['admin'] as const } } }
    expect(visibleFields(secret, 'admin')).toContain('memo')
    expect(visibleFields(secret, 'agency')).not.toContain('memo')
    // Neither do their lists offer them as columns.
    expect(columnNames(secret, 'admin')).toContain('memo')
    expect(columnNames(secret, 'agency')).not.toContain('memo')
  })
})

describe('corporate number', () => {
  it('checks the digit in front', () => {
    // Published corporate numbers of the National Tax Agency and the Digital Agency.
    expect(isCorporateNumber('7000012050002')).toBe(true)
    expect(isCorporateNumber('8000012010038')).toBe(true)
    expect(isCorporateNumber('7000012050003')).toBe(false)
    expect(isCorporateNumber('700001205000')).toBe(false)
  })
})

describe('list parameters', () => {
  it('come from the kinds of the filtered fields', () => {
    const parameters = filterParameters(campaign).map(({ parameter }) => parameter)
    expect(parameters).toContain('serving_status')
    expect(parameters).toContain('start_at_from')
    expect(parameters).toContain('lifetime_budget_max')
    const query = endpoints.campaign.list.query!
    expect(v.safeParse(query, { serving_status: 'SERVING,PAUSED', sort: '-name', limit: '20' }).success).toBe(true)
    expect(faults(query, { serving_status: 'SLEEPING' }).serving_status).toEqual(['choice'])
    expect(faults(query, { start_at_from: '2026-02-30' }).start_at_from).toEqual(['date'])
    expect(v.safeParse(query, { nonsense: '1' }).success).toBe(false)
  })
})

describe('fields of several values, of yes or no, of rich text', () => {
  const body = {
    title: 'お知らせ',
    type: 'NOTICE',
    is_important: false,
    target_roles: ['admin', 'pg'],
    publish_from: '2026-04-01T00:00:00.000Z',
    body: '<p>本文</p>',
  }
  const schema = createBodySchema(information)

  it('take what they are for, and say what is missing', () => {
    expect(v.safeParse(schema, body).success).toBe(true)
    expect(faults(schema, { ...body, target_roles: [] }).target_roles).toEqual(['required'])
    expect(faults(schema, { ...body, target_roles: ['pg', 'pg'] }).target_roles).toEqual(['choice'])
    expect(faults(schema, { ...body, is_important: 1 }).is_important).toEqual(['choice'])
    expect(faults(schema, { ...body, body: '<p>&nbsp;</p><hr>' }).body).toEqual(['required'])
    expect(faults(schema, { ...body, body: `<p>${'あ'.repeat(20_000)}</p>` }).body).toEqual(['too_long'])
    expect(faults(schema, { ...body, being_published: true }).being_published).toHaveLength(1)
  })

  it('are nothing when emptied', () => {
    expect(normaliseBody(information.fields, { target_roles: [], body: ' <p> </p> ', is_important: false })).toEqual({
      target_roles: null,
      body: null,
      is_important: false,
    })
    expect(normaliseBody(information.fields, { target_roles: ['pg'], body: ' <p>本文</p> ' })).toEqual({
      target_roles: ['pg'],
      body: '<p>本文</p>',
    })
  })

  it('are filtered by their keys', () => {
    const query = endpoints.information.list.query!
    expect(v.safeParse(query, { is_important: 'true', being_published: 'true,false', target_roles: 'pg,ptd' }).success).toBe(true)
    expect(faults(query, { is_important: '1' }).is_important).toEqual(['choice'])
    expect(faults(query, { target_roles: 'guest' }).target_roles).toEqual(['choice'])
  })

  it('rich text has words', () => {
    expect(htmlText('<h2>題</h2><p>A &amp; B<br>&lt;c&gt; &#39;d&#39;&nbsp;</p>')).toBe("題 A & B <c> 'd'")
    expect(htmlText('<p></p><hr />')).toBe('')
  })
})

describe('deleting', () => {
  it('is declared only where somebody may', () => {
    expect(endpoints.information.delete).toMatchObject({ method: 'DELETE', path: '/api/information/{id}', success: 204 })
    expect(() => deleteEndpoint(campaign)).toThrow('nobody may delete')
  })
})

describe('announcements and notifications', () => {
  it('say what happened to whom', () => {
    expect(notificationText({ kind: 'campaign_paused', params: { name: '春 {{x}}' } }, 'ja')).toBe(
      'キャンペーン「春 {{x}}」が停止されました。',
    )
    for (const { text } of Object.values(notificationKinds)) {
      const places = (locale: 'ja' | 'en') => [...text[locale].matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted()
      expect(places('en')).toEqual(places('ja'))
    }
  })
})

describe('normalising', () => {
  it('makes what people type what is stored', () => {
    expect(
      normaliseBody(company.fields, {
        name: ' 山田　',
        phone: '０３−１２３４−５６７８',
        zip: '１００ー０００１',
        credit_limit: '３，０００',
        building: ' ',
      }),
    ).toEqual({ name: '山田', phone: '0312345678', zip: '100-0001', credit_limit: '3000', building: null })
    expect(normaliseBody(company.fields, { zip: '1000001' })).toEqual({ zip: '100-0001' })
  })
})

describe('texts', () => {
  it('exist in every locale', () => {
    const texts = [
      ...Object.values(errors).map(({ text }) => text),
      ...Object.values(validationTexts),
      ...allChoices().flatMap(({ items }) => items.map(({ label }) => label)),
      ...resources.flatMap(({ fields }) => Object.values(fields).map(({ label }) => label)),
      ...Object.values(metrics).map(({ label }) => label),
      ...Object.values(dashboardFigures).map(({ label }) => label),
      ...Object.values(attentionReasons).map(({ text }) => text),
      ...Object.values(waitingKinds).map(({ label }) => label),
      ...Object.values(notificationKinds).map(({ text }) => text),
      ...every.flatMap(({ label }) => label ?? []),
    ]
    for (const text of texts) for (const locale of locales) expect(text[locale].trim()).not.toBe('')
  })

  it('put the numbers in', () => {
    expect(validationText('digits|2|4', 'ja')).toBe('2～4桁の数字で入力してください。')
    expect(validationText('a message of the library', 'en')).toBe(validationTexts.invalid.en)
  })
})

describe('figures of the dashboard', () => {
  it('keep the gross from the supply side and the media cost from the demand side', () => {
    expect(visibleDashboardFigures('admin')).toEqual(['imps', 'clicks', 'conversions', 'gross', 'media_cost', 'margin'])
    for (const role of ['advertiser', 'agency', 'rep'] as const)
      expect(visibleDashboardFigures(role)).toEqual(['imps', 'clicks', 'conversions', 'gross'])
    for (const role of ['ptd', 'pg'] as const) expect(visibleDashboardFigures(role)).toEqual(['imps', 'clicks', 'revenue'])
  })
})

describe('reports', () => {
  it('keep the media cost from the demand side, and what advertisers pay from the supply side', () => {
    for (const report of [reports.demand, reports.conversion] as Report[])
      for (const role of ['advertiser', 'agency', 'rep'] as const)
        expect(reportMetrics(report, role).filter((name) => ['media_cost', 'margin', 'revenue'].includes(name))).toEqual([])
    for (const role of ['ptd', 'pg'] as const)
      expect(reportMetrics(reports.supply, role).filter((name) => /gross|media_cost|margin|cp[ac]$/u.test(name))).toEqual([])
    expect(reportMetrics(reports.demand, 'admin')).toEqual(reports.demand.metrics)
  })

  it('chart and order by figures that every reader receives, and name filters by what they group', () => {
    for (const report of Object.values(reports) as Report[]) {
      const readers = permissions[report.permission]
      for (const role of readers) expect(reportMetrics(report, role)).toEqual(expect.arrayContaining([...report.charted, report.leading]))
      const grouped = report.filters.flatMap((name) => ('grouping' in reportFilters[name] ? [reportFilters[name].grouping] : []))
      expect(report.groupings).toEqual(expect.arrayContaining(grouped))
    }
  })
})

it('says paused in one colour, whatever is paused', () => {
  const paused = allChoices().flatMap(({ items }) => items.filter(({ label }) => label.ja.endsWith('停止中')))
  expect(paused.length).toBeGreaterThan(5)
  expect(new Set(paused.map(({ colour }) => colour))).toEqual(new Set(['warning']))
})

it('judges a change of every cost and rate one way', () => {
  const judged = Object.entries(metrics).flatMap(([name, { better }]) => (better === 'less' ? [name] : []))
  expect(judged.toSorted(), 'metrics of which less is better').toEqual(['cpa', 'cpc', 'ecpm'])
  for (const name of ['gross', 'media_cost'] as const) expect(metrics[name].better).toBeUndefined()
})
