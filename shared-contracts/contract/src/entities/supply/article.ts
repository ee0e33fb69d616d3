import { defineChoices } from '../../text/choices.ts'
import { choice, reference, text, url } from '../../field/field.ts'
import { bulkEndpoint } from '../../resource/bulk.ts'
import { excludedBy } from './exclusion.ts'
import { defineResource } from '../../resource/resource.ts'
import { actionEndpoints, createEndpoint, readEndpoints, writeEndpoints } from '../../resource/resource-endpoints.ts'
import type { StateRules } from '../../resource/state.ts'

/** A page of a medium that shows ads (spec/domain "Article"). */
export const article = defineResource({
  name: 'article',
  path: '/api/article',
  touches: ['/api/ad-article'],
  label: { ja: '記事', en: 'Article' },
  plural: 'Articles',
  title: 'title',
  permissions: {
    list: 'article.read',
    select: 'article.read',
    read: 'article.read',
    create: 'article.create',
    update: 'article.create',
    delete: null,
  },
  fields: {
    title: text({ label: { ja: '記事タイトル', en: 'Title' }, required: true, max: 255 }),
    url: url({ label: { ja: '記事URL', en: 'Address' }, required: true }),
    medium_id: reference({ label: { ja: '媒体', en: 'Medium' }, target: 'medium', required: true, access: 'create' }),
  },
  list: {
    columns: ['title', 'url', 'medium_id'],
    filters: ['medium_id'],
    sorts: ['updated_at', 'title'],
    defaultSort: '-updated_at',
    search: true,
  },
  sections: [{ title: { ja: '記事', en: 'Article' }, fields: ['title', 'url', 'medium_id'] }],
})

export const articleEndpoints = { ...readEndpoints(article), ...writeEndpoints(article) }

export const adArticleStatuses = defineChoices('ad_article_status', [
  { key: 'TARGET', label: { ja: '配信対象', en: 'Served' }, colour: 'success' },
  { key: 'EXCLUDED', label: { ja: '除外', en: 'Excluded' }, colour: 'warning' },
])

/** Excludes an article from delivery, and restores it (spec/site "Business states"). */
export const adArticleStates = {
  field: 'status',
  actions: {
    exclude: {
      label: { ja: '配信対象から除外', en: 'Exclude' },
      permission: 'ad_article.update',
      from: ['TARGET'],
      to: 'EXCLUDED',
      done: { ja: '記事を配信対象から除外しました', en: 'The article is excluded from delivery.' },
    },
    restore: {
      label: { ja: '配信対象に戻す', en: 'Restore' },
      permission: 'ad_article.update',
      from: ['EXCLUDED'],
      to: 'TARGET',
      done: { ja: '記事を配信対象に戻しました', en: 'The article is served again.' },
    },
  },
} as const satisfies StateRules

/**
 * An ad in an article. The demand side sees the rows of its ads, the supply side those of its articles. An
 * article without a row for an ad is not excluded.
 */
export const adArticle = defineResource({
  name: 'ad_article',
  path: '/api/ad-article',
  // Its history says where it is excluded.
  touches: ['/api/ad'],
  label: { ja: '配信記事', en: 'Article of an ad' },
  plural: 'Articles of an ad',
  title: 'title',
  permissions: {
    list: 'ad_article.read',
    select: 'ad_article.read',
    read: 'ad_article.read',
    create: 'ad_article.update',
    update: null,
    delete: null,
  },
  fields: {
    title: text({ label: { ja: '記事タイトル', en: 'Title' }, required: true, max: 255, access: 'read' }),
    url: url({ label: { ja: '記事URL', en: 'Address' }, required: true, access: 'read' }),
    status: choice({ label: { ja: '状態', en: 'Status' }, choices: adArticleStatuses, required: true, access: 'create' }),
    excluded_by: excludedBy,
    ad_id: reference({ label: { ja: '広告', en: 'Ad' }, target: 'ad', required: true, access: 'create' }),
    article_id: reference({ label: { ja: '記事', en: 'Article' }, target: 'article', required: true, access: 'create' }),
    medium_id: reference({ label: { ja: '媒体', en: 'Medium' }, target: 'medium', required: true, access: 'read' }),
  },
  list: {
    columns: ['title', 'status', 'excluded_by', 'url', 'medium_id', 'ad_id'],
    filters: ['status', 'ad_id', 'article_id', 'medium_id'],
    sorts: ['updated_at'],
    defaultSort: '-updated_at',
  },
  sections: [
    { title: { ja: '記事', en: 'Article' }, fields: ['title', 'url', 'medium_id'] },
    { title: { ja: '配信', en: 'Delivery' }, fields: ['ad_id', 'article_id', 'status', 'excluded_by'] },
  ],
  states: adArticleStates,
})

const { list, get, history } = readEndpoints(adArticle)

export const adArticleEndpoints = {
  list,
  get,
  history,
  create: createEndpoint(adArticle),
  ...actionEndpoints(adArticle, adArticleStates),
  bulk: bulkEndpoint(adArticle),
}
