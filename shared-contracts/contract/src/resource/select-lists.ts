// Written by `npm run generate:references` from the entities that references lead to.
import { selectEndpoint } from './resource-endpoints.ts'

export const entitySelectLists = {
  ad: selectEndpoint('ad', '/api/ad', 'ad.read'),
  advertisement: selectEndpoint('advertisement', '/api/advertisement', 'advertisement.read'),
  advertiser: selectEndpoint('advertiser', '/api/account/advertiser', 'advertiser.select'),
  agency: selectEndpoint('agency', '/api/account/agency', 'agency.select'),
  article: selectEndpoint('article', '/api/article', 'article.read'),
  campaign: selectEndpoint('campaign', '/api/campaign', 'campaign.select'),
  company: selectEndpoint('company', '/api/company', 'company.select'),
  creative: selectEndpoint('creative', '/api/ad-creative', 'creative.select'),
  creative_group: selectEndpoint('creative_group', '/api/ad-creative-group', 'creative_group.select'),
  format: selectEndpoint('format', '/api/format', 'format.select'),
  frame: selectEndpoint('frame', '/api/frame', 'frame.list'),
  label: selectEndpoint('label', '/api/label', 'label.use'),
  medium: selectEndpoint('medium', '/api/medium', 'medium.select'),
  product: selectEndpoint('product', '/api/product', 'product.select'),
  ptd: selectEndpoint('ptd', '/api/account/ptd', 'ptd.select'),
  publisher: selectEndpoint('publisher', '/api/publisher', 'publisher.select'),
  publisher_group: selectEndpoint('publisher_group', '/api/account/pg', 'publisher_group.select'),
  rep: selectEndpoint('rep', '/api/account/rep', 'rep.select'),
  space: selectEndpoint('space', '/api/space', 'space.select'),
}
