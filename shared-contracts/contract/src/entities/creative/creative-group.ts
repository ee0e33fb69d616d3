import { integer, reference, text } from '../../field/field.ts'
import { defineResource } from '../../resource/resource.ts'
import { readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import { message } from '../../text/message.ts'

/**
 * クリエイティブグループ (spec/domain "Creative group"): an ad shows one creative of its group. The group and its creatives
 * belong to one advertiser.
 */
export const creativeGroup = defineResource({
  name: 'creative_group',
  path: '/api/ad-creative-group',
  touches: ['/api/ad-creative'],
  label: { ja: 'クリエイティブグループ', en: 'Creative group' },
  plural: 'Creative groups',
  title: 'name',
  permissions: {
    list: 'creative_group.list',
    select: 'creative_group.select',
    read: 'creative_group.read',
    create: 'creative_group.create',
    update: 'creative_group.update',
    delete: null,
  },
  fields: {
    name: text({ label: { ja: 'グループ名', en: 'Name' }, required: true, max: 128 }),
    advertiser_account_id: reference({
      label: { ja: '広告主', en: 'Advertiser' },
      target: 'advertiser',
      required: true,
      missing: message('account_required'),
      access: 'create',
    }),
    creative_count: integer({ label: { ja: 'クリエイティブ数', en: 'Creatives' }, required: true, access: 'read' }),
    serving_count: integer({ label: { ja: '承認済み', en: 'Approved' }, required: true, access: 'read' }),
  },
  list: {
    columns: ['name', 'advertiser_account_id', 'creative_count', 'serving_count'],
    filters: ['advertiser_account_id'],
    sorts: ['updated_at', 'name'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [{ title: { ja: '基本情報', en: 'Basics' }, fields: ['name', 'advertiser_account_id', 'creative_count', 'serving_count'] }],
})

export const creativeGroupEndpoints = { ...readEndpoints(creativeGroup), ...writeEndpoints(creativeGroup) }
