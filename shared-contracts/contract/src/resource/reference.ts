import { selectEndpoint } from './resource-endpoints.ts'

/**
 * Select lists for references, by the reference's `target`. Listing only the select endpoints saves screens from
 * loading the whole entity they refer to.
 */
export const referenceEndpoints = {
  company: selectEndpoint('company', '/api/company', 'company.select'),
  advertiser: selectEndpoint('advertiser', '/api/account/advertiser', 'advertiser.select'),
  agency: selectEndpoint('agency', '/api/account/agency', 'agency.select'),
  rep: selectEndpoint('rep', '/api/account/rep', 'rep.select'),
  ptd: selectEndpoint('ptd', '/api/account/ptd', 'ptd.select'),
  /** Accounts of media groups; `publisher_group` is the group itself. */
  pg: selectEndpoint('pg', '/api/account/pg/account', 'pg.select'),
  creative_group: selectEndpoint('creative_group', '/api/ad-creative-group', 'creative_group.select'),
  creative: selectEndpoint('creative', '/api/ad-creative', 'creative.select'),
  /** Creatives that could currently be shown: approved and not paused. */
  shown_creative: selectEndpoint('creative', '/api/ad-creative/shown', 'creative.select'),
  campaign: selectEndpoint('campaign', '/api/campaign', 'campaign.select'),
  ad: selectEndpoint('ad', '/api/ad', 'ad.read'),
  /** Accounts of any kind to which the caller may invite users. */
  account: selectEndpoint('account', '/api/account', 'user.invite'),
  advertisement: selectEndpoint('advertisement', '/api/advertisement', 'advertisement.read'),
  article: selectEndpoint('article', '/api/article', 'article.read'),
  medium: selectEndpoint('medium', '/api/medium', 'medium.select'),
  publisher_group: selectEndpoint('publisher_group', '/api/account/pg', 'publisher_group.select'),
  publisher: selectEndpoint('publisher', '/api/publisher', 'publisher.select'),
  space: selectEndpoint('space', '/api/space', 'space.select'),
  frame: selectEndpoint('frame', '/api/frame', 'frame.list'),
  format: selectEndpoint('format', '/api/format', 'format.select'),
  product: selectEndpoint('product', '/api/product', 'product.select'),
}

export type ReferenceTarget = keyof typeof referenceEndpoints
export type SelectEndpoint = ReturnType<typeof selectEndpoint>
