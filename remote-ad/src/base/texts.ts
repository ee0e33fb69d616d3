import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

export const texts = {
  // Serving panel
  serving_title: { ja: '配信状況', en: 'Delivery' },
  why_not: { ja: '配信されない理由（{{count}}）', en: 'Why it isn’t serving ({{count}})' },
  nowhere: { ja: '配信先がない原因（{{count}}）', en: 'Why there is nowhere to show it ({{count}})' },
  planned: { ja: '配信の予定', en: 'Schedule' },
  nothing_blocks: { ja: '配信を妨げるものはありません。', en: 'Nothing is blocking delivery.' },
  no_ads: { ja: '広告がまだありません。', en: 'There is no ad yet.' },
  of_ads: { ja: '{{count}} 件の広告', en: 'Ads: {{count}}' },
  also_of_one: { ja: 'ほか {{count}} 件は別の理由が先です', en: '{{count}} more is blocked by another reason first' },
  also_of: { ja: 'ほか {{count}} 件は別の理由が先です', en: '{{count}} more are blocked by another reason first' },
  also_only_one: { ja: '該当する {{count}} 件は、別の理由が先です', en: 'Applies to {{count}} ad, blocked by another reason first' },
  also_only: { ja: '該当する {{count}} 件は、すべて別の理由が先です', en: 'Applies to {{count}} ads, all blocked by another reason first' },
  last_days: { ja: '直近7日間の配信結果', en: 'Results of the last 7 days' },
  edit_own: { ja: '編集する', en: 'Edit' },
  to_ad: { ja: '広告を開く', en: 'Open the ad' },
  to_campaign: { ja: 'キャンペーンを開く', en: 'Open the campaign' },
  to_company: { ja: '企業を開く', en: 'Open the company' },
  to_advertiser: { ja: '広告主を開く', en: 'Open the advertiser' },
  to_creative_group: { ja: 'クリエイティブグループを開く', en: 'Open the creative group' },
  to_order: { ja: '申込を開く', en: 'Open the order' },
  // Campaign
  duplicate: { ja: '複製', en: 'Duplicate' },
  duplicate_title: { ja: 'キャンペーンを複製', en: 'Duplicate the campaign' },
  duplicate_hint: {
    ja: '{{count}} 件の広告も、ホワイトリストと記事の設定とともに複製します。広告の期間は新しい開始日時に合わせてずらし、すべて停止した状態で登録します。販売していない商品、最低購入数に満たない購入数、終了した代理店とレップは引き継ぎません。',
    en: 'Its ads ({{count}}) are copied too, with their whitelists and articles. Their periods move with the new start, and everything is created paused. Products that are not on sale, quantities below the minimum, and an agency or a rep that has ended are left out.',
  },
  duplicate_button: { ja: '複製する', en: 'Duplicate' },
  duplicated: { ja: 'キャンペーンを複製しました', en: 'Campaign duplicated.' },
  duplicated_incomplete: {
    ja: 'キャンペーンを複製しました。申し込む前に、次の点を直してください。',
    en: 'Campaign duplicated. Put this right before you order its ads:',
  },
  lacking: { ja: '{{message}}（{{ads}}）', en: '{{message}} ({{ads}})' },
  named_and_others: { ja: '{{named}}ほか{{count}}件', en: '{{named}} and {{count}} more' },
  copy_of: { ja: '{{name}} のコピー', en: 'Copy of {{name}}' },
  add_ad: { ja: '広告を登録', en: 'New ad' },
  next_ad: { ja: '次の広告へ', en: 'Next ad' },
  ads_hint: {
    ja: '商品を選び、数量と期間を決めて、最初の広告を登録してください。',
    en: 'Choose a product, a quantity and a period, and create the first ad.',
  },
  // Next ad
  next_title: { ja: '「{{name}}」の次の作業', en: 'Next in “{{name}}”' },
  next_stopped: { ja: '次へ進む前に、次の問題を解決してください。', en: 'Resolve this before you continue.' },
  next_nothing: { ja: '作業が必要な広告はありません。', en: 'No ad needs attention.' },
  next_first_ad: { ja: 'このキャンペーンにはまだ広告がありません。', en: 'This campaign has no ad yet.' },
  next_in_other: {
    ja: 'このキャンペーンに作業が必要な広告はありません。次のキャンペーン: {{name}}',
    en: 'No ad of this campaign needs attention. Next campaign: {{name}}',
  },
  next_of_other: {
    ja: 'このキャンペーンに作業が必要な広告はありません。別の広告主（{{advertiser}}）のキャンペーン: {{name}}',
    en: 'No ad of this campaign needs attention. Campaign of another advertiser ({{advertiser}}): {{name}}',
  },
  next_open: { ja: '広告を開く', en: 'Open the ad' },
  next_create: { ja: '最初の広告を登録', en: 'Create its first ad' },
  next_fix: { ja: '修正する', en: 'Put it right' },
  // Ad creation
  create_title: { ja: '広告登録', en: 'New ad' },
  section_campaign: { ja: '1. キャンペーン', en: '1. Campaign' },
  section_product: { ja: '2. 商品と数量', en: '2. Product and quantity' },
  section_ad: { ja: '3. 広告', en: '3. Ad' },
  section_creative: { ja: '4. クリエイティブ', en: '4. Creatives' },
  section_targeting: { ja: '5. ターゲティング', en: '5. Targeting' },
  choose_campaign: { ja: 'キャンペーンを選択', en: 'Choose a campaign' },
  choose_campaign_hint: {
    ja: '広告はキャンペーンに属します。期間と予算はキャンペーンから引き継ぎます。',
    en: 'An ad belongs to a campaign, which gives it its period and its budget.',
  },
  change_campaign: { ja: '別のキャンペーンを選ぶ', en: 'Choose another campaign' },
  campaign_missing: { ja: 'キャンペーンが見つかりません', en: 'Campaign not found' },
  campaign_missing_hint: {
    ja: '削除されたか、このアカウントでは表示できません。',
    en: 'It was deleted, or this account may not see it.',
  },
  created: { ja: '広告を登録しました', en: 'Ad created.' },
  cost_title: { ja: '費用と予算', en: 'Cost and budget' },
  cost_of: { ja: '{{quantity}} {{unit}} × {{price}}', en: '{{quantity}} {{unit}} × {{price}}' },
  cost_of_thousand: { ja: '{{quantity}} {{unit}} ÷ 1,000 × {{price}}', en: '{{quantity}} {{unit}} ÷ 1,000 × {{price}}' },
  campaign_budget: { ja: 'キャンペーンの通期予算', en: 'Lifetime budget of the campaign' },
  allotted: { ja: '他の広告の予算', en: 'Budgets of its other ads' },
  budget_left: { ja: '残り', en: 'Left' },
  this_ad: { ja: 'この広告の予算', en: 'Budget of this ad' },
  left_after: { ja: '登録後の残り', en: 'Remaining after this ad' },
  exceeded_by: { ja: '{{amount}} 超過', en: '{{amount}} over budget' },
  choose_product: { ja: '商品を選ぶと費用を表示します。', en: 'Choose a product to see the cost.' },
  product_filters: { ja: '商品の絞り込み', en: 'Narrow the products' },
  format: { ja: 'フォーマットで絞り込む', en: 'Narrow by format' },
  space: { ja: '広告枠で絞り込む', en: 'Narrow by ad space' },
  billing: { ja: '課金方式で絞り込む', en: 'Narrow by billing' },
  any_format: { ja: 'すべてのフォーマット', en: 'Any format' },
  any_billing: { ja: 'すべての課金方式', en: 'Any billing' },
  any_space: { ja: 'すべての広告枠', en: 'Any ad space' },
  price_to: { ja: '単価の上限', en: 'Highest unit price' },
  price_per: { ja: '{{price}} / {{unit}}', en: '{{price}} per {{unit}}' },
  minimum: { ja: '最低{{quantity}}{{unit}}（{{cost}}）', en: 'At least {{quantity}} {{unit}} ({{cost}})' },
  over_budget: { ja: '残りの予算を超えます', en: 'Exceeds the remaining budget' },
  all_spaces: { ja: 'すべての広告枠', en: 'Every ad space' },
  some_spaces: { ja: '広告枠 {{count}}', en: '{{count}} ad spaces' },
  more_products: {
    ja: '条件に合う商品はほかにもあります。条件を絞り込んでください。',
    en: 'More products match. Narrow the search.',
  },
  no_product: { ja: '条件に合う販売中の商品がありません。', en: 'No product on sale matches.' },
  unfilter: { ja: '絞り込みを解除', en: 'Clear the filters' },
  left_out: { ja: '選択中の商品です（絞り込みの条件には合いません）。', en: 'Selected by you, although the filters above exclude it.' },
  new_group: { ja: 'グループを新規作成', en: 'New group' },
  group_name: { ja: 'グループ名', en: 'Name of the group' },
  group_created: {
    ja: 'クリエイティブグループを登録しました。クリエイティブはグループの画面から登録できます',
    en: 'Creative group created. Add creatives to it on its own screen.',
  },
  create: { ja: '登録する', en: 'Create' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  select: { ja: '選択してください', en: 'Select' },
  // Targeting
  regions: { ja: '地域', en: 'Regions' },
  prefectures: { ja: '都道府県', en: 'Prefectures' },
  cities: { ja: '市区町村', en: 'Cities' },
  city_prefecture: { ja: '都道府県 → 市区町村', en: 'Prefecture → city' },
  remove_city: { ja: '{{name}}を外す', en: 'Remove {{name}}' },
  devices: { ja: 'デバイス', en: 'Devices' },
  systems: { ja: 'OS', en: 'Operating systems' },
  placement: { ja: '配信先', en: 'Placement' },
  media: { ja: '媒体', en: 'Media' },
  spaces: { ja: '広告枠', en: 'Ad spaces' },
  hours: { ja: '曜日・時間帯', en: 'Days and hours' },
  hours_restrict: { ja: '曜日・時間帯を指定する', en: 'Serve at certain hours' },
  hours_chosen_one: { ja: '週 {{count}} 時間を選択中', en: '{{count}} hour a week' },
  hours_chosen: { ja: '週 {{count}} 時間を選択中', en: '{{count}} hours a week' },
  hours_help: {
    ja: 'クリックまたはドラッグで選択。矢印キーで移動し、スペースキーで切り替えます。',
    en: 'Click or drag. Arrow keys move, the space bar switches.',
  },
  hour_cell: { ja: '{{day}}曜 {{hour}}時', en: '{{day}} {{hour}}:00' },
  whole_day: { ja: '{{day}}曜の終日', en: 'All of {{day}}' },
  whole_hour: { ja: '毎日 {{hour}}時', en: 'Every day {{hour}}:00' },
  preset_all: { ja: 'すべて', en: 'All' },
  preset_business: { ja: '平日 9〜18時', en: 'Weekdays 9–18' },
  preset_evening: { ja: '毎日 18〜24時', en: 'Evenings 18–24' },
  preset_weekend: { ja: '土日', en: 'Weekends' },
  preset_none: { ja: 'クリア', en: 'Clear' },
  // Whitelist and articles
  tab_whitelist: { ja: 'ホワイトリスト', en: 'Whitelist' },
  tab_articles: { ja: '記事', en: 'Articles' },
  whitelist_hint: {
    ja: '掲載許可を1件でも登録すると、許可した掲載先だけに配信します。除外は許可より優先し、許可した掲載先をすべて除外すると、どこにも配信しません。登録した掲載先をすべて削除すると、再びすべての掲載先に配信します。',
    en: 'Once a place is listed, the ad is served only in listed places. Exclusions take precedence: with all listed places excluded, it is served nowhere; with all entries deleted, it is served everywhere again.',
  },
  whitelist_empty: {
    ja: '「掲載先を追加」から、許可または除外する媒体・広告枠・記事を登録できます。',
    en: 'Add a place to list or to exclude a medium, an ad space or an article.',
  },
  articles_empty: { ja: '「記事を追加」から登録できます。', en: 'Add an article to keep the ad out of it.' },
  articles_hint: {
    ja: '登録のない記事には配信します。配信したくない記事を除外してください。',
    en: 'The ad can be shown in articles that are not listed here. Exclude those in which it should not be shown.',
  },
  add_place: { ja: '掲載先を追加', en: 'Add a place' },
  add_article: { ja: '記事を追加', en: 'Add an article' },
  place_added: { ja: 'ホワイトリストに登録しました', en: 'Added to the whitelist.' },
  article_added: { ja: '記事を登録しました', en: 'Article added.' },
} as const satisfies Record<string, Text>

export type TextKey = keyof typeof texts

/** Includes a content hash, because two builds of the area can coexist in a page with different texts. */
const namespace = `ad-${contentHash(JSON.stringify(texts))}`

export function useAdText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
