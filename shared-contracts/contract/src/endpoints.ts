import { rejectRequestEndpoints } from './entities/supply/reject-request.ts'
import { advertisementEndpoints } from './entities/supply/advertisement.ts'
import { constantsEndpoints } from './site/constants.ts'
import { dashboardEndpoints } from './report/dashboard.ts'
import { deliveryEndpoints } from './report/delivery.ts'
import { deliveryFileEndpoints } from './entities/site/delivery-file.ts'
import { sourceFrameEndpoints } from './entities/site/source-frame.ts'
import { developmentEndpoints } from './release/development.ts'
import { previewEndpoints } from './release/preview.ts'
import { advertiserEndpoints, agencyEndpoints, ptdEndpoints, repEndpoints } from './entities/people/account.ts'
import { adEndpoints } from './entities/demand/ad.ts'
import { accountUserEndpoints } from './entities/people/account-user.ts'
import { adWhitelistEndpoints } from './entities/supply/ad-whitelist.ts'
import { adArticleEndpoints, articleEndpoints } from './entities/supply/article.ts'
import { campaignEndpoints } from './entities/demand/campaign.ts'
import { companyEndpoints } from './entities/people/company.ts'
import { creativeGroupEndpoints } from './entities/creative/creative-group.ts'
import { creativeEndpoints } from './entities/creative/creative.ts'
import { formatSettingEndpoints } from './entities/supply/format-setting.ts'
import { formatEndpoints } from './entities/supply/format.ts'
import { frameEndpoints } from './entities/supply/frame.ts'
import { informationEndpoints } from './entities/site/information.ts'
import { invitationRecordEndpoints } from './entities/people/invitation.ts'
import { publisherGroupEndpoints } from './entities/supply/publisher-group.ts'
import { mediumEndpoints } from './entities/supply/medium.ts'
import { orderEndpoints } from './entities/demand/order.ts'
import { productEndpoints } from './entities/demand/product.ts'
import { publisherEndpoints } from './entities/supply/publisher.ts'
import { revenueShareEndpoints } from './entities/supply/revenue-share.ts'
import { securityEventEndpoints } from './entities/site/security-event.ts'
import { spaceEndpoints } from './entities/supply/space.ts'
import { invitationEndpoints } from './session/invitation.ts'
import { notificationEndpoints } from './site/notification.ts'
import { ownSessionEndpoints } from './session/own-session.ts'
import { passwordEndpoints } from './session/password.ts'
import { placeEndpoints } from './site/place.ts'
import { referenceEndpoints } from './resource/reference.ts'
import { releaseEndpoints } from './release/release.ts'
import { reportEndpoints } from './report/report.ts'
import { savedViewEndpoints } from './site/saved-view.ts'
import { sessionEndpoints } from './session/session.ts'
import { userEndpoints } from './session/user.ts'

/** Every call of the API, by group. The API compiles only if it binds a handler for each. */
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
  source_frame: sourceFrameEndpoints,
  development: developmentEndpoints,
  preview: previewEndpoints,
  security_event: securityEventEndpoints,
}

export type Endpoints = typeof endpoints
export type EndpointGroup = keyof Endpoints

const isGroup = (name: string): name is EndpointGroup => Object.hasOwn(endpoints, name)
export const endpointGroups: readonly EndpointGroup[] = Object.keys(endpoints).filter(isGroup)
