import { reference, text } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'

/**
 * A media group: the tenant of the supply side. Creating one also creates the pg account for its users, with the
 * company and name given here.
 */
export const publisherGroup = defineResource({
  name: 'publisher_group',
  path: '/api/account/pg',
  touches: [
    '/api/single-sign-on',
    '/api/account',
    '/api/invitation',
    '/api/user',
    '/api/information',
    '/api/publisher',
    '/api/medium',
    '/api/space',
    '/api/frame',
    '/api/format-setting',
    '/api/revenue-share',
    '/api/advertisement',
    '/api/reject-request',
    '/api/factor-requirement',
  ],
  label: { ja: 'メディアグループ', en: 'Media group' },
  plural: 'Media groups',
  title: 'name',
  permissions: {
    list: 'publisher_group.list',
    select: 'publisher_group.select',
    read: 'publisher_group.read',
    create: 'publisher_group.create',
    update: 'publisher_group.update',
    delete: null,
  },
  fields: {
    name: text({ label: { ja: 'メディアグループ名', en: 'Name' }, required: true, max: 100 }),
    company_id: reference({ label: { ja: '企業', en: 'Company' }, target: 'company', required: true, access: 'create' }),
    account_id: reference({ label: { ja: 'アカウント', en: 'Account' }, target: 'pg', required: true, access: 'read' }),
    ptd_account_id: reference({ label: { ja: 'PTD', en: 'PTD' }, target: 'ptd' }),
  },
  list: {
    columns: ['name', 'company_id', 'account_id', 'ptd_account_id'],
    filters: ['company_id', 'account_id', 'ptd_account_id'],
    sorts: ['updated_at', 'name'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [
    { title: { ja: '基本情報', en: 'Basics' }, fields: ['name', 'company_id', 'account_id'] },
    { title: { ja: '取引関係', en: 'Works through' }, fields: ['ptd_account_id'] },
  ],
})

export const publisherGroupEndpoints = { ...readEndpoints(publisherGroup), ...writeEndpoints(publisherGroup) }
