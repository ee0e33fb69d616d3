import { creativeGroupEndpoints } from './entities/creative/creative-group.ts'
import { creativeEndpoints } from './entities/creative/creative.ts'
import { adEndpoints } from './entities/demand/ad.ts'
import { campaignEndpoints } from './entities/demand/campaign.ts'
import { labelEndpoints } from './entities/demand/label.ts'
import { orderEndpoints } from './entities/demand/order.ts'
import { productEndpoints } from './entities/demand/product.ts'
import { accountUserEndpoints } from './entities/people/account-user.ts'
import { advertiserEndpoints, agencyEndpoints, ptdEndpoints, repEndpoints } from './entities/people/account.ts'
import { companyEndpoints } from './entities/people/company.ts'
import { singleSignOnEndpoints } from './entities/people/single-sign-on.ts'
import { deliveryFileEndpoints } from './entities/site/delivery-file.ts'
import { informationEndpoints } from './entities/site/information.ts'
import { securityEventEndpoints } from './entities/site/security-event.ts'
import { sourceFrameEndpoints } from './entities/site/source-frame.ts'
import { adWhitelistEndpoints } from './entities/supply/ad-whitelist.ts'
import { advertisementEndpoints } from './entities/supply/advertisement.ts'
import { adArticleEndpoints, articleEndpoints } from './entities/supply/article.ts'
import { formatSettingEndpoints } from './entities/supply/format-setting.ts'
import { formatEndpoints } from './entities/supply/format.ts'
import { frameEndpoints } from './entities/supply/frame.ts'
import { mediumEndpoints } from './entities/supply/medium.ts'
import { publisherGroupEndpoints } from './entities/supply/publisher-group.ts'
import { publisherEndpoints } from './entities/supply/publisher.ts'
import { rejectRequestEndpoints } from './entities/supply/reject-request.ts'
import { revenueShareEndpoints } from './entities/supply/revenue-share.ts'
import { spaceEndpoints } from './entities/supply/space.ts'

export * from './entities/creative/creative-group.ts'
export * from './entities/creative/creative-material.ts'
export * from './entities/creative/creative-review.ts'
export * from './entities/creative/creative-rules.ts'
export * from './entities/creative/creative.ts'
export * from './entities/demand/ad-cost.ts'
export * from './entities/demand/ad.ts'
export * from './entities/demand/budget-error.ts'
export * from './entities/demand/campaign.ts'
export * from './entities/demand/label.ts'
export * from './entities/demand/order-terms.ts'
export * from './entities/demand/order.ts'
export * from './entities/demand/pace.ts'
export * from './entities/demand/record-delivery.ts'
export * from './entities/demand/period-error.ts'
export * from './entities/demand/product.ts'
export * from './entities/demand/quantity-error.ts'
export * from './entities/demand/serving.ts'
export * from './entities/demand/targeting.ts'
export * from './entities/demand/targeting-words.ts'
export * from './entities/people/account-user.ts'
export * from './entities/people/account.ts'
export * from './entities/people/company.ts'
export * from './entities/people/credit-room.ts'
export * from './entities/people/credit.ts'
export * from './entities/people/invitation.ts'
export * from './entities/site/delivery-file.ts'
export * from './entities/people/single-sign-on.ts'
export { eventTargets } from './entities/site/event-target.ts'
export * from './entities/site/information.ts'
export * from './entities/site/security-event.ts'
export * from './entities/site/source-frame.ts'
export * from './entities/supply/ad-whitelist.ts'
export * from './entities/supply/advertisement.ts'
export * from './entities/supply/article.ts'
export * from './entities/supply/exclusion.ts'
export * from './entities/supply/format-setting.ts'
export * from './entities/supply/format.ts'
export * from './entities/supply/frame.ts'
export * from './entities/supply/medium.ts'
export * from './entities/supply/publisher-group.ts'
export * from './entities/supply/publisher.ts'
export * from './entities/supply/reject-request.ts'
export * from './entities/supply/revenue-share.ts'
export * from './entities/supply/space.ts'

/** The calls of each entity, by its name. */
export const entityEndpoints = {
  advertiser_user: accountUserEndpoints.advertiser,
  agency_user: accountUserEndpoints.agency,
  rep_user: accountUserEndpoints.rep,
  ptd_user: accountUserEndpoints.ptd,
  pg_user: accountUserEndpoints.pg,
  campaign: campaignEndpoints,
  ad: adEndpoints,
  label: labelEndpoints,
  ad_whitelist: adWhitelistEndpoints,
  article: articleEndpoints,
  ad_article: adArticleEndpoints,
  company: companyEndpoints,
  creative_group: creativeGroupEndpoints,
  creative: creativeEndpoints,
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
  advertiser: advertiserEndpoints,
  agency: agencyEndpoints,
  rep: repEndpoints,
  ptd: ptdEndpoints,
  publisher_group: publisherGroupEndpoints,
  advertisement: advertisementEndpoints,
  reject_request: rejectRequestEndpoints,
  delivery_file: deliveryFileEndpoints,
  source_frame: sourceFrameEndpoints,
  security_event: securityEventEndpoints,
  single_sign_on: singleSignOnEndpoints,
}
