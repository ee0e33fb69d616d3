import { constantsEndpoints } from './constants.ts'
import { deliveryEndpoints } from './delivery.ts'
import { campaignEndpoints } from './entities/campaign.ts'
import { companyEndpoints } from './entities/company.ts'
import { spaceEndpoints } from './entities/space.ts'
import { reportEndpoints } from './report.ts'
import { selectEndpoint } from './resource.ts'
import { sessionEndpoints } from './session.ts'

/** Every call of the API, by group. The API's binding must have a handler for each, or it does not compile. */
export const endpoints = {
  session: sessionEndpoints,
  constants: constantsEndpoints,
  campaign: campaignEndpoints,
  company: companyEndpoints,
  space: spaceEndpoints,
  advertiser: { select: selectEndpoint('advertiser', '/api/account/advertiser', 'advertiser.select') },
  agency: { select: selectEndpoint('agency', '/api/account/agency', 'agency.select') },
  rep: { select: selectEndpoint('rep', '/api/account/rep', 'rep.select') },
  medium: { select: selectEndpoint('medium', '/api/medium', 'medium.select') },
  publisher_group: { select: selectEndpoint('publisher_group', '/api/publisher-group', 'publisher_group.select') },
  report: reportEndpoints,
  delivery: deliveryEndpoints,
}

export type Endpoints = typeof endpoints
export type EndpointGroup = keyof Endpoints
