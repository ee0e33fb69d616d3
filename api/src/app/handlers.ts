import { advertiserMapping, agencyMapping, ptdMapping, repMapping } from '../account/mapping.ts'
import { adHandlers } from '../ad/handlers.ts'
import { adArticleHandlers } from '../ad-article/handlers.ts'
import { adWhitelistHandlers } from '../ad-whitelist/handlers.ts'
import { advertisementHandlers } from '../advertisement/handlers.ts'
import { apiKeyHandlers } from '../api-key/handlers.ts'
import { articleMapping } from '../article/mapping.ts'
import { campaignHandlers } from '../campaign/handlers.ts'
import { companyHandlers } from '../company/handlers.ts'
import { constantsHandlers } from '../constants/handlers.ts'
import { creativeGroupMapping } from '../creative/group-mapping.ts'
import { creativeHandlers } from '../creative/handlers.ts'
import { dashboardHandlers } from '../dashboard/handlers.ts'
import { deliveryFileHandlers } from '../delivery/file-handlers.ts'
import { sourceFrameMapping } from '../delivery/source-frame-mapping.ts'
import { deliveryHandlers } from '../delivery/delivery-handlers.ts'
import { developmentHandlers } from '../development/development.ts'
import { formatSettingMapping } from '../format-setting/mapping.ts'
import { formatMapping } from '../format/mapping.ts'
import { frameHandlers } from '../frame/handlers.ts'
import { informationHandlers } from '../information/handlers.ts'
import { invitationHandlers } from '../invitation/handlers.ts'
import { labelMapping } from '../label/mapping.ts'
import { mediumMapping } from '../medium/mapping.ts'
import { notificationHandlers } from '../notification/handlers.ts'
import { noticeSettingHandlers } from '../notification/settings.ts'
import { orderHandlers } from '../order/handlers.ts'
import { passwordHandlers } from '../password/handlers.ts'
import { placeHandlers } from '../place/handlers.ts'
import { publisherGroupMapping } from '../publisher-group/mapping.ts'
import { previewHandlers } from '../preview/preview.ts'
import { productMapping } from '../product/mapping.ts'
import { publisherMapping } from '../publisher/mapping.ts'
import { rejectRequestMapping } from '../reject-request/mapping.ts'
import { releaseHandlers } from '../release/handlers.ts'
import { reportHandlers } from '../report/report-handlers.ts'
import { resourceHandlers, selectHandlers } from '../resource/handlers.ts'
import { revenueShareHandlers } from '../revenue-share/handlers.ts'
import { savedViewHandlers } from '../saved-view/handlers.ts'
import { securityEventMapping } from '../security-event/mapping.ts'
import { sessionHandlers } from '../session/handlers.ts'
import { factorHandlers } from '../factor/handlers.ts'
import { factorRequirementHandlers } from '../factor/requirement-handlers.ts'
import { factorResetHandlers } from '../factor/reset.ts'
import { signInHandlers } from '../factor/sign-in.ts'
import { ownSessionHandlers } from '../session/own-sessions.ts'
import { singleSignOnHandlers } from '../single-sign-on/handlers.ts'
import { singleSignInHandlers } from '../single-sign-on/sign-in-handlers.ts'
import { spaceHandlers } from '../space/handlers.ts'
import { accountUserHandlers } from '../user/account-users.ts'
import { userHandlers } from '../user/handlers.ts'
import { viewingHandlers } from '../session/viewing.ts'
import { changeRequestHandlers } from '../change-request/handlers.ts'
import { fourEyesHandlers } from '../change-request/setting.ts'
import { webhookHandlers } from '../webhook/handlers.ts'
import type { Handlers } from '../call/handler.ts'

/** A missing group or endpoint handler does not compile. */
export const handlers: Handlers = {
  session: sessionHandlers,
  own_session: ownSessionHandlers,
  api_key: apiKeyHandlers,
  factor: factorHandlers,
  factor_requirement: factorRequirementHandlers,
  factor_reset: factorResetHandlers,
  sign_in: signInHandlers,
  single_sign_in: singleSignInHandlers,
  viewing: viewingHandlers,
  password: passwordHandlers,
  invitation: invitationHandlers,
  user: userHandlers,
  advertiser_user: accountUserHandlers('advertiser'),
  agency_user: accountUserHandlers('agency'),
  rep_user: accountUserHandlers('rep'),
  ptd_user: accountUserHandlers('ptd'),
  pg_user: accountUserHandlers('pg'),
  constants: constantsHandlers,
  place: placeHandlers,
  campaign: campaignHandlers,
  ad: adHandlers,
  label: resourceHandlers('label', labelMapping),
  ad_whitelist: adWhitelistHandlers,
  article: resourceHandlers('article', articleMapping),
  ad_article: adArticleHandlers,
  company: companyHandlers,
  creative_group: resourceHandlers('creative_group', creativeGroupMapping),
  creative: creativeHandlers,
  shown_creative: selectHandlers('shown_creative'),
  order: orderHandlers,
  information: informationHandlers,
  notification: notificationHandlers,
  notice_setting: noticeSettingHandlers,
  saved_view: savedViewHandlers,
  change_request: changeRequestHandlers,
  four_eyes: fourEyesHandlers,
  webhook: webhookHandlers,
  dashboard: dashboardHandlers,
  publisher: resourceHandlers('publisher', publisherMapping),
  medium: resourceHandlers('medium', mediumMapping),
  space: spaceHandlers,
  advertiser: resourceHandlers('advertiser', advertiserMapping),
  agency: resourceHandlers('agency', agencyMapping),
  rep: resourceHandlers('rep', repMapping),
  ptd: resourceHandlers('ptd', ptdMapping),
  pg: selectHandlers('pg'),
  account: selectHandlers('account'),
  publisher_group: resourceHandlers('publisher_group', publisherGroupMapping),
  frame: frameHandlers,
  format: resourceHandlers('format', formatMapping),
  format_setting: resourceHandlers('format_setting', formatSettingMapping),
  product: resourceHandlers('product', productMapping),
  revenue_share: revenueShareHandlers,
  advertisement: advertisementHandlers,
  reject_request: resourceHandlers('reject_request', rejectRequestMapping),
  release: releaseHandlers,
  report: reportHandlers,
  delivery: deliveryHandlers,
  delivery_file: deliveryFileHandlers,
  source_frame: resourceHandlers('source_frame', sourceFrameMapping),
  development: developmentHandlers,
  preview: previewHandlers,
  single_sign_on: singleSignOnHandlers,
  security_event: resourceHandlers('security_event', securityEventMapping),
}
