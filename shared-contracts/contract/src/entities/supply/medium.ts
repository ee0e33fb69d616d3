import { bulkEndpoint } from '../../resource/bulk.ts'
import { defineChoices } from '../../text/choices.ts'
import { choice, choices, integer, reference, text } from '../../field/field.ts'
import { importEndpoints } from '../../resource/import.ts'
import { defineResource } from '../../resource/resource.ts'
import { actionEndpoints, deleteEndpoint, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import type { StateRules } from '../../resource/state.ts'
import { message } from '../../text/message.ts'

/** Subject categories of media. */
export const mediumCategories = defineChoices('medium_category', [
  { key: 'NEWS', label: { ja: 'ニュース', en: 'News' } },
  { key: 'BUSINESS', label: { ja: 'ビジネス・マネー', en: 'Business and finance' } },
  { key: 'SPORTS', label: { ja: 'スポーツ', en: 'Sports' } },
  { key: 'ENTERTAINMENT', label: { ja: 'エンタメ', en: 'Entertainment' } },
  { key: 'LIFESTYLE', label: { ja: 'くらし', en: 'Lifestyle' } },
  { key: 'FOOD', label: { ja: 'グルメ・レシピ', en: 'Food' } },
  { key: 'FAMILY', label: { ja: '子育て', en: 'Family' } },
  { key: 'TRAVEL', label: { ja: '旅行・おでかけ', en: 'Travel' } },
  { key: 'TECHNOLOGY', label: { ja: 'テクノロジー', en: 'Technology' } },
  { key: 'GAMES', label: { ja: 'ゲーム', en: 'Games' } },
  { key: 'HEALTH', label: { ja: '健康', en: 'Health' } },
  { key: 'OTHER', label: { ja: 'その他', en: 'Other' } },
])

/** Ad categories that a space or a frame may refuse. */
export const adCategories = defineChoices('ad_category', [
  { key: 'ALCOHOL', label: { ja: '酒類', en: 'Alcohol' } },
  { key: 'TOBACCO', label: { ja: 'たばこ', en: 'Tobacco' } },
  { key: 'GAMBLING', label: { ja: '公営競技・ギャンブル', en: 'Gambling' } },
  { key: 'CONSUMER_LOAN', label: { ja: '消費者金融', en: 'Consumer loans' } },
  { key: 'CRYPTO', label: { ja: '暗号資産', en: 'Crypto assets' } },
  { key: 'DATING', label: { ja: '出会い・婚活', en: 'Dating' } },
  { key: 'COSMETIC_SURGERY', label: { ja: '美容医療', en: 'Cosmetic surgery' } },
  { key: 'WEIGHT_LOSS', label: { ja: 'ダイエット', en: 'Weight loss' } },
  { key: 'SUPPLEMENTS', label: { ja: '健康食品', en: 'Supplements' } },
  { key: 'POLITICS', label: { ja: '政治', en: 'Politics' } },
  { key: 'RELIGION', label: { ja: '宗教', en: 'Religion' } },
])

export const mediumStatuses = defineChoices('medium_status', [
  { key: 'ACTIVE', label: { ja: '有効', en: 'Active' }, colour: 'success' },
  { key: 'INACTIVE', label: { ja: '無効', en: 'Inactive' }, colour: 'neutral' },
  { key: 'ARCHIVED', label: { ja: 'アーカイブ', en: 'Archived' }, colour: 'neutral' },
])

/**
 * Status of a medium (spec/domain "Media group"): frames start and restart only on active media. An archived
 * medium is offered nowhere and is restored as inactive.
 */
export const mediumStates = {
  field: 'status',
  actions: {
    activate: {
      label: { ja: '有効にする', en: 'Activate' },
      permission: 'medium.act',
      from: ['INACTIVE'],
      to: 'ACTIVE',
      done: { ja: '媒体を有効にしました', en: 'Medium activated.' },
    },
    deactivate: {
      label: { ja: '無効にする', en: 'Deactivate' },
      permission: 'medium.act',
      from: ['ACTIVE'],
      to: 'INACTIVE',
      done: { ja: '媒体を無効にしました', en: 'Medium deactivated.' },
      confirm: {
        ja: 'この媒体の配信枠は、開始も再開もできなくなります。よろしいですか？',
        en: 'Frames of this medium can then neither start nor restart. Continue?',
      },
    },
    archive: {
      label: { ja: 'アーカイブする', en: 'Archive' },
      permission: 'medium.act',
      from: ['ACTIVE', 'INACTIVE'],
      to: 'ARCHIVED',
      done: { ja: '媒体をアーカイブしました', en: 'Medium archived.' },
      confirm: {
        ja: 'この媒体をアーカイブします。新しい広告枠や記事には選べなくなります。よろしいですか？',
        en: 'New ad spaces and articles can no longer choose this medium. Continue?',
      },
    },
    restore: {
      label: { ja: 'アーカイブから戻す', en: 'Restore' },
      permission: 'medium.act',
      from: ['ARCHIVED'],
      to: 'INACTIVE',
      done: { ja: '媒体をアーカイブから戻しました', en: 'Medium restored.' },
    },
  },
} as const satisfies StateRules

const domainForm = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/u

export const medium = defineResource({
  name: 'medium',
  path: '/api/medium',
  touches: [
    '/api/ad-whitelist',
    '/api/article',
    '/api/ad-article',
    '/api/space',
    '/api/frame',
    '/api/revenue-share',
    '/api/advertisement',
    '/api/reject-request',
  ],
  label: { ja: '媒体', en: 'Medium' },
  plural: 'Media',
  title: 'name',
  permissions: {
    list: 'medium.list',
    select: 'medium.select',
    read: 'medium.read',
    create: 'medium.create',
    update: 'medium.update',
    delete: 'medium.delete',
  },
  fields: {
    name: text({ label: { ja: '媒体名', en: 'Name' }, required: true, max: 100 }),
    status: choice({ label: { ja: '状態', en: 'Status' }, choices: mediumStatuses, required: true, access: 'read' }),
    publisher_id: reference({ label: { ja: '媒体社', en: 'Publisher' }, target: 'publisher', required: true, access: 'create' }),
    publisher_group_id: reference({
      label: { ja: 'メディアグループ', en: 'Media group' },
      target: 'publisher_group',
      required: true,
      access: 'read',
    }),
    domain: text({
      label: { ja: 'ドメイン', en: 'Domain' },
      help: { ja: 'ウェブの媒体では必須です。例: news.example.co.jp', en: 'Required for a website, like news.example.co.jp' },
      max: 253,
    }),
    app_id: text({
      label: { ja: 'アプリID', en: 'App ID' },
      help: { ja: 'アプリの媒体では必須です。', en: 'Required for an app.' },
      max: 255,
    }),
    categories: choices({ label: { ja: 'カテゴリー', en: 'Categories' }, choices: mediumCategories }),
    space_count: integer({ label: { ja: '広告枠数', en: 'Ad spaces' }, required: true, access: 'read' }),
  },
  list: {
    columns: ['name', 'status', 'domain', 'app_id', 'categories', 'publisher_id', 'space_count'],
    filters: ['status', 'publisher_group_id', 'publisher_id', 'categories'],
    sorts: ['updated_at', 'name', 'domain'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [
    { title: { ja: '基本情報', en: 'Basics' }, fields: ['name', 'status', 'domain', 'app_id', 'categories'] },
    { title: { ja: '所属', en: 'Belongs to' }, fields: ['publisher_id', 'publisher_group_id', 'space_count'] },
  ],
  checks: [
    ({ domain, app_id }) => (domain || app_id ? null : { field: 'domain', message: message('domain_or_app') }),
    ({ domain }) => (typeof domain === 'string' && !domainForm.test(domain) ? { field: 'domain', message: message('domain') } : null),
  ],
  states: mediumStates,
})

export const mediumEndpoints = {
  ...readEndpoints(medium),
  ...writeEndpoints(medium),
  delete: deleteEndpoint(medium),
  ...importEndpoints(medium),
  bulk: bulkEndpoint(medium),
  ...actionEndpoints(medium, mediumStates),
}
