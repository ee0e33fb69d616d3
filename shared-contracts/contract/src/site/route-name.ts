// Written by `npm run generate:routes` from the areas' route tables.

/** Each route of an area by its name, with the parameters of its path. */
export interface RouteParams {
  readonly 'campaign.list': never
  readonly 'campaign.create': never
  readonly 'campaign.list.own': never
  readonly 'campaign.detail': 'id'
  readonly 'campaign.next_ad': 'campaign_id'
  readonly 'campaign.ad': 'id' | 'ad_id'
  readonly 'ad.list': never
  readonly 'ad.create': never
  readonly 'ad.create_for': 'campaign_id'
  readonly 'ad.detail': 'id'
  readonly 'label.list': never
  readonly 'label.create': never
  readonly 'label.detail': 'id'
  readonly 'creative_group.list': never
  readonly 'creative_group.create': never
  readonly 'creative_group.detail': 'id'
  readonly 'creative.list': never
  readonly 'creative.create': never
  readonly 'creative.review': never
  readonly 'creative.detail': 'id'
  readonly 'order.list': never
  readonly 'order.detail': 'id'
  readonly achievements: never
  readonly conversions: never
  readonly 'space.list': never
  readonly 'space.create': never
  readonly 'space.detail': 'id'
  readonly 'frame.detail.own': 'id'
  readonly 'advertisement.list': never
  readonly 'advertisement.detail': 'id'
  readonly 'reject_request.list': never
  readonly 'reject_request.create': never
  readonly 'reject_request.detail': 'id'
  readonly 'article.list': never
  readonly 'article.create': never
  readonly 'article.detail': 'id'
  readonly supply_results: never
  readonly 'information.list': never
  readonly 'information.create': never
  readonly 'information.detail': 'id'
  readonly 'company.list': never
  readonly 'company.create': never
  readonly 'company.import': never
  readonly 'company.detail': 'id'
  readonly 'rep.list': never
  readonly 'rep.create': never
  readonly 'rep_user.list': never
  readonly 'rep_user.create': never
  readonly 'rep_user.detail': 'id'
  readonly 'rep.detail': 'id'
  readonly 'agency.list': never
  readonly 'agency.create': never
  readonly 'agency_user.list': never
  readonly 'agency_user.create': never
  readonly 'agency_user.detail': 'id'
  readonly 'agency.detail': 'id'
  readonly 'advertiser.list': never
  readonly 'advertiser.create': never
  readonly 'advertiser_user.list': never
  readonly 'advertiser_user.create': never
  readonly 'advertiser_user.detail': 'id'
  readonly 'advertiser.detail': 'id'
  readonly 'ptd.list': never
  readonly 'ptd.create': never
  readonly 'ptd_user.list': never
  readonly 'ptd_user.create': never
  readonly 'ptd_user.detail': 'id'
  readonly 'ptd.detail': 'id'
  readonly 'publisher_group.list': never
  readonly 'publisher_group.create': never
  readonly 'pg_user.list': never
  readonly 'pg_user.create': never
  readonly 'pg_user.detail': 'id'
  readonly 'publisher_group.detail': 'id'
  readonly 'medium.list': never
  readonly 'medium.create': never
  readonly 'medium.import': never
  readonly 'medium.detail': 'id'
  readonly 'publisher.list': never
  readonly 'publisher.create': never
  readonly 'publisher.detail': 'id'
  readonly 'frame.list': never
  readonly 'frame.create': never
  readonly 'frame.import': never
  readonly 'frame.detail': 'id'
  readonly 'product.list': never
  readonly 'product.create': never
  readonly 'product.import': never
  readonly 'product.detail': 'id'
  readonly 'format.list': never
  readonly 'format.create': never
  readonly 'format.detail': 'id'
  readonly 'format_setting.list': never
  readonly 'format_setting.create': never
  readonly 'format_setting.detail': 'id'
  readonly 'revenue_share.list': never
  readonly 'revenue_share.group': 'id'
  readonly 'revenue_share.create': never
  readonly 'revenue_share.detail': 'id'
  readonly 'delivery_file.list': never
  readonly 'delivery_file.hand_in': never
  readonly 'delivery_file.detail': 'id'
  readonly 'source_frame.list': never
  readonly 'source_frame.create': never
  readonly 'source_frame.detail': 'id'
  readonly 'invitation.list': never
  readonly 'invitation.detail': 'id'
  readonly 'change_request.list': never
  readonly 'security_event.list': never
  readonly 'factor_requirement.list': never
  readonly 'single_sign_on.list': never
  readonly 'single_sign_on.create': never
  readonly 'single_sign_on.detail': 'id'
}

export type RouteName = keyof RouteParams

/** The routes whose path takes exactly these parameters (`never`: none). */
export type RouteWith<P extends string> = {
  [N in RouteName]: [RouteParams[N]] extends [P] ? ([P] extends [RouteParams[N]] ? N : never) : never
}[RouteName]
