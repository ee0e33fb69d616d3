import { defineChoices } from '../../text/choices.ts'
import { choice, reference, text } from '../../field/field.ts'
import { bulkEndpoint } from '../../resource/bulk.ts'
import { excludedBy } from './exclusion.ts'
import { defineResource } from '../../resource/resource.ts'
import { actionEndpoints, createEndpoint, deleteEndpoint, readEndpoints } from '../../resource/resource-endpoints.ts'
import type { StateRules } from '../../resource/state.ts'
import { message } from '../../text/message.ts'

export const adWhitelistKinds = defineChoices('ad_whitelist_kind', [
  { key: 'MEDIUM', label: { ja: '媒体', en: 'Medium' } },
  { key: 'SPACE', label: { ja: '広告枠', en: 'Ad space' } },
  { key: 'ARTICLE', label: { ja: '記事', en: 'Article' } },
])

export const adWhitelistStatuses = defineChoices('ad_whitelist_status', [
  { key: 'LISTED', label: { ja: '掲載許可', en: 'Listed' }, colour: 'success' },
  { key: 'EXCLUDED', label: { ja: '除外', en: 'Excluded' }, colour: 'warning' },
])

export const adWhitelistStates = {
  field: 'status',
  actions: {
    exclude: {
      label: { ja: 'ホワイトリストから除外', en: 'Exclude' },
      permission: 'ad_whitelist.update',
      from: ['LISTED'],
      to: 'EXCLUDED',
      done: { ja: 'ホワイトリストから除外しました', en: 'Excluded from the whitelist.' },
    },
    restore: {
      label: { ja: '除外を取り消す', en: 'Undo exclusion' },
      permission: 'ad_whitelist.update',
      from: ['EXCLUDED'],
      to: 'LISTED',
      done: { ja: '除外を取り消しました', en: 'Exclusion undone.' },
    },
  },
} as const satisfies StateRules

/**
 * Where an ad may be shown (spec/domain "Ad whitelist"): once one place is listed, the ad is served only in
 * listed places. An exclusion overrides the whitelist. Without entries it is served everywhere again. Both the demand and the supply side see the same rows, as
 * with an ad's articles.
 */
export const adWhitelist = defineResource({
  name: 'ad_whitelist',
  path: '/api/ad-whitelist',
  touches: ['/api/campaign', '/api/ad', '/api/advertisement'],
  label: { ja: 'ホワイトリスト', en: 'Whitelist entry' },
  plural: 'Whitelist entries',
  title: 'name',
  permissions: {
    list: 'ad_whitelist.read',
    select: 'ad_whitelist.read',
    read: 'ad_whitelist.read',
    create: 'ad_whitelist.update',
    update: null,
    delete: 'ad_whitelist.delete',
  },
  fields: {
    name: text({ label: { ja: '掲載先', en: 'Place' }, required: true, max: 255, access: 'read' }),
    kind: choice({ label: { ja: '種類', en: 'Kind' }, choices: adWhitelistKinds, required: true, access: 'read' }),
    status: choice({ label: { ja: '状態', en: 'Status' }, choices: adWhitelistStatuses, required: true, access: 'create' }),
    excluded_by: excludedBy,
    ad_id: reference({ label: { ja: '広告', en: 'Ad' }, target: 'ad', required: true, access: 'create' }),
    medium_id: reference({ label: { ja: '媒体', en: 'Medium' }, target: 'medium', access: 'create' }),
    space_id: reference({ label: { ja: '広告枠', en: 'Ad space' }, target: 'space', access: 'create' }),
    article_id: reference({ label: { ja: '記事', en: 'Article' }, target: 'article', access: 'create' }),
  },
  list: {
    columns: ['name', 'kind', 'status', 'excluded_by', 'ad_id'],
    filters: ['status', 'kind', 'ad_id', 'medium_id'],
    sorts: ['updated_at'],
    defaultSort: '-updated_at',
  },
  sections: [
    { title: { ja: '掲載先', en: 'Place' }, fields: ['name', 'kind', 'medium_id', 'space_id', 'article_id'] },
    { title: { ja: '配信', en: 'Delivery' }, fields: ['ad_id', 'status', 'excluded_by'] },
  ],
  checks: [
    ({ medium_id, space_id, article_id }) => {
      const given = [medium_id, space_id, article_id].filter((id) => typeof id === 'number')
      return given.length === 1 ? null : { field: 'medium_id', message: message('one_place') }
    },
  ],
  states: adWhitelistStates,
})

const { list, get, history } = readEndpoints(adWhitelist)

export const adWhitelistEndpoints = {
  list,
  get,
  history,
  create: createEndpoint(adWhitelist),
  ...actionEndpoints(adWhitelist, adWhitelistStates),
  bulk: bulkEndpoint(adWhitelist),
  delete: deleteEndpoint(adWhitelist),
}
