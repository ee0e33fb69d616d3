import { advertiserTable, agencyTable, ptdTable, repTable } from '../account/table.ts'
import { adHandlers } from '../ad/handlers.ts'
import { adArticleTable } from '../ad-article/table.ts'
import { adWhitelistTable } from '../ad-whitelist/table.ts'
import { advertisementHandlers } from '../advertisement/handlers.ts'
import { articleTable } from '../article/table.ts'
import { campaignHandlers } from '../campaign/handlers.ts'
import { companyHandlers } from '../company/handlers.ts'
import { constantsHandlers } from '../constants/handlers.ts'
import { creativeGroupTable } from '../creative/group-table.ts'
import { creativeHandlers } from '../creative/handlers.ts'
import { dashboardHandlers } from '../dashboard/handlers.ts'
import { deliveryFileHandlers } from '../delivery/file-handlers.ts'
import { sourceFrameTable } from '../delivery/source-frame-table.ts'
import { deliveryHandlers } from '../delivery/delivery-handlers.ts'
import { developmentHandlers } from '../development/development.ts'
import { formatSettingTable } from '../format-setting/table.ts'
import { formatTable } from '../format/table.ts'
import { frameHandlers } from '../frame/handlers.ts'
import { informationHandlers } from '../information/handlers.ts'
import { invitationHandlers } from '../invitation/handlers.ts'
import { mediumTable } from '../medium/table.ts'
import { notificationHandlers } from '../notification/handlers.ts'
import { orderTable } from '../order/table.ts'
import { passwordHandlers } from '../password/handlers.ts'
import { placeHandlers } from '../place/handlers.ts'
import { publisherGroupTable } from '../publisher-group/table.ts'
import { productTable } from '../product/table.ts'
import { publisherTable } from '../publisher/table.ts'
import { rejectRequestTable } from '../reject-request/table.ts'
import { releaseHandlers } from '../release/handlers.ts'
import { reportHandlers } from '../report/report-handlers.ts'
import { resourceHandlers, selectHandlers } from '../resource/handlers.ts'
import { revenueShareHandlers } from '../revenue-share/handlers.ts'
import { savedViewHandlers } from '../saved-view/handlers.ts'
import { securityEventTable } from '../security-event/table.ts'
import { sessionHandlers } from '../session/handlers.ts'
import { ownSessionHandlers } from '../session/own-sessions.ts'
import { spaceHandlers } from '../space/handlers.ts'
import { accountUserHandlers } from '../user/account-users.ts'
import { userHandlers } from '../user/handlers.ts'
import type { Handlers } from '../call/handler.ts'

/** A group without handlers, or an endpoint without one, does not compile. */
export const handlers: Handlers = {
  session: sessionHandlers,
  own_session: ownSessionHandlers,
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
  ad_whitelist: resourceHandlers('ad_whitelist', adWhitelistTable),
  article: resourceHandlers('article', articleTable),
  ad_article: resourceHandlers('ad_article', adArticleTable),
  company: companyHandlers,
  creative_group: resourceHandlers('creative_group', creativeGroupTable),
  creative: creativeHandlers,
  shown_creative: selectHandlers('shown_creative'),
  order: resourceHandlers('order', orderTable),
  information: informationHandlers,
  notification: notificationHandlers,
  saved_view: savedViewHandlers,
  dashboard: dashboardHandlers,
  publisher: resourceHandlers('publisher', publisherTable),
  medium: resourceHandlers('medium', mediumTable),
  space: spaceHandlers,
  advertiser: resourceHandlers('advertiser', advertiserTable),
  agency: resourceHandlers('agency', agencyTable),
  rep: resourceHandlers('rep', repTable),
  ptd: resourceHandlers('ptd', ptdTable),
  pg: selectHandlers('pg'),
  account: selectHandlers('account'),
  publisher_group: resourceHandlers('publisher_group', publisherGroupTable),
  frame: frameHandlers,
  format: resourceHandlers('format', formatTable),
  format_setting: resourceHandlers('format_setting', formatSettingTable),
  product: resourceHandlers('product', productTable),
  revenue_share: revenueShareHandlers,
  advertisement: advertisementHandlers,
  reject_request: resourceHandlers('reject_request', rejectRequestTable),
  release: releaseHandlers,
  report: reportHandlers,
  delivery: deliveryHandlers,
  delivery_file: deliveryFileHandlers,
  source_frame: resourceHandlers('source_frame', sourceFrameTable),
  development: developmentHandlers,
  security_event: resourceHandlers('security_event', securityEventTable),
}
