import { rejectRequestEndpoints } from './entities/reject-request.ts'
import { advertisementEndpoints } from './entities/advertisement.ts'
import { constantsEndpoints } from './constants.ts'
import { dashboardEndpoints } from './dashboard.ts'
import { deliveryEndpoints } from './delivery.ts'
import { deliveryFileEndpoints } from './entities/delivery-file.ts'
import { developmentEndpoints } from './development.ts'
import { advertiserEndpoints, agencyEndpoints, ptdEndpoints, repEndpoints } from './entities/account.ts'
import { adEndpoints } from './entities/ad.ts'
import { accountUserEndpoints } from './entities/account-user.ts'
import { adWhitelistEndpoints } from './entities/ad-whitelist.ts'
import { adArticleEndpoints, articleEndpoints } from './entities/article.ts'
import { campaignEndpoints } from './entities/campaign.ts'
import { companyEndpoints } from './entities/company.ts'
import { creativeGroupEndpoints } from './entities/creative-group.ts'
import { creativeEndpoints } from './entities/creative.ts'
import { formatSettingEndpoints } from './entities/format-setting.ts'
import { formatEndpoints } from './entities/format.ts'
import { frameEndpoints } from './entities/frame.ts'
import { informationEndpoints } from './entities/information.ts'
import { invitationRecordEndpoints } from './entities/invitation.ts'
import { publisherGroupEndpoints } from './entities/publisher-group.ts'
import { mediumEndpoints } from './entities/medium.ts'
import { orderEndpoints } from './entities/order.ts'
import { productEndpoints } from './entities/product.ts'
import { publisherEndpoints } from './entities/publisher.ts'
import { revenueShareEndpoints } from './entities/revenue-share.ts'
import { securityEventEndpoints } from './entities/security-event.ts'
import { spaceEndpoints } from './entities/space.ts'
import { invitationEndpoints } from './invitation.ts'
import { notificationEndpoints } from './notification.ts'
import { ownSessionEndpoints } from './own-session.ts'
import { passwordEndpoints } from './password.ts'
import { placeEndpoints } from './place.ts'
import { referenceEndpoints } from './reference.ts'
import { releaseEndpoints } from './release.ts'
import { reportEndpoints } from './report.ts'
import { savedViewEndpoints } from './saved-view.ts'
import { sessionEndpoints } from './session.ts'
import { userEndpoints } from './user.ts'

/** Every call of the API, by group. The API's binding must have a handler for each, or it does not compile. */
export const endpoints = {
  session: sessionEndpoints,
  own_session: ownSessionEndpoints,
  password: passwordEndpoints,
  invitation: { ...invitationEndpoints, ...invitationRecordEndpoints },
  user: userEndpoints,
  advertiser_user: accountUserEndpoints.advertiser,
  agency_user: accountUserEndpoints.agency,
  rep_user: accountUserEndpoints.rep,
  ptd_user: accountUserEndpoints.ptd,
  pg_user: accountUserEndpoints.pg,
  constants: constantsEndpoints,
  place: placeEndpoints,
  campaign: campaignEndpoints,
  ad: adEndpoints,
  ad_whitelist: adWhitelistEndpoints,
  article: articleEndpoints,
  ad_article: adArticleEndpoints,
  company: companyEndpoints,
  creative_group: creativeGroupEndpoints,
  creative: creativeEndpoints,
  shown_creative: { select: referenceEndpoints.shown_creative },
  order: orderEndpoints,
  publisher: publisherEndpoints,
  medium: mediumEndpoints,
  space: spaceEndpoints,
  frame: frameEndpoints,
  format: formatEndpoints,
  format_setting: formatSettingEndpoints,
  product: productEndpoints,
  revenue_share: revenueShareEndpoints,
  information: informationEndpoints,
  notification: notificationEndpoints,
  saved_view: savedViewEndpoints,
  dashboard: dashboardEndpoints,
  advertiser: advertiserEndpoints,
  agency: agencyEndpoints,
  rep: repEndpoints,
  ptd: ptdEndpoints,
  pg: { select: referenceEndpoints.pg },
  account: { select: referenceEndpoints.account },
  publisher_group: publisherGroupEndpoints,
  advertisement: advertisementEndpoints,
  reject_request: rejectRequestEndpoints,
  release: releaseEndpoints,
  report: reportEndpoints,
  delivery: deliveryEndpoints,
  delivery_file: deliveryFileEndpoints,
  development: developmentEndpoints,
  security_event: securityEventEndpoints,
}

export type Endpoints = typeof endpoints
export type EndpointGroup = keyof Endpoints
