import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

export const texts = {
  materials: { ja: '素材', en: 'Materials' },
  material_list: { ja: '登録されている素材', en: 'Materials of this creative' },
  no_material: { ja: '素材はまだありません。', en: 'There is no material yet.' },
  no_format: {
    ja: '素材を登録するには、先に編集からフォーマットを選んで保存してください。',
    en: 'Choose a format first (Edit): it determines which materials are accepted.',
  },
  text_only: { ja: 'このフォーマットは素材を使いません。', en: 'This format does not accept materials.' },
  takes: {
    ja: '{{types}}。{{width}}×{{height}}px（高精細画面用に {{width2}}×{{height2}}px も登録できます）、1件 {{bytes}} まで。',
    en: '{{types}}, {{width}}×{{height}} px (and {{width2}}×{{height2}} px for fine screens), up to {{bytes}} each.',
  },
  images: { ja: '画像から登録', en: 'Create from images' },
  images_hint: {
    ja: '画像を選ぶと、1枚につき1件のクリエイティブを登録します。フォーマットは画像の大きさから選ばれます。画像を使わない場合は、下の項目を入力してください。',
    en: 'Each image becomes a separate creative, whose format is chosen by its size. Without images, fill in the form below.',
  },
  images_common: {
    ja: 'グループやリンク先URLなど、下の内容はすべてのクリエイティブに共通です。',
    en: 'The group, landing URL and the rest below are the same for all of them.',
  },
  images_takes: {
    ja: '{{types}}。複数まとめて選べます。',
    en: '{{types}}, several at once.',
  },
  images_submit_one: { ja: '1件を登録する', en: 'Create 1 creative' },
  images_submit: { ja: '{{count}}件を登録する', en: 'Create {{count}} creatives' },
  images_go_on: { ja: '登録したクリエイティブを見る', en: 'Show what was created' },
  images_done_one: { ja: 'クリエイティブを登録しました。', en: 'Creative created.' },
  images_done: { ja: '{{count}}件のクリエイティブを登録しました。', en: '{{count}} creatives created.' },
  images_sent: { ja: '{{total}}件中{{index}}件目を登録しています', en: 'Creating {{index}} of {{total}}' },
  images_some: {
    ja: '{{total}}件中{{count}}件を登録しました。登録できなかった画像の理由を確認してください。',
    en: '{{count}} of {{total}} creatives created. See why the other images were not accepted.',
  },
  images_none: {
    ja: '登録できる画像がありません。画像を選び直すか、一覧から外してください。',
    en: 'None of these images can be used. Choose others, or take them off the list.',
  },
  image_name: { ja: '{{file}} のクリエイティブ名', en: 'Name of the creative of {{file}}' },
  image_format: { ja: '{{file}} のフォーマット', en: 'Format of {{file}}' },
  image_remove: { ja: '{{file}} を外す', en: 'Take {{file}} off' },
  image_done: { ja: '登録済み', en: 'Created' },
  image_sending: { ja: '登録中', en: 'Creating' },
  image_left: {
    ja: 'クリエイティブは登録しましたが、画像を登録できませんでした：{{fault}}',
    en: 'The creative was created without its image: {{fault}}',
  },
  loading: { ja: '読み込み中', en: 'Loading' },
  download: { ja: '{{name}} をダウンロード', en: 'Download {{name}}' },
  remove_title: { ja: '素材を削除しますか？', en: 'Delete this material?' },
  remove_text: {
    ja: '「{{name}}」を削除します。配信中のバージョンは、次のバージョンが承認されるまで変わりません。',
    en: '“{{name}}” will be deleted. What is being shown stays as it is until the next revision is approved.',
  },
  removed: { ja: '素材「{{name}}」を削除しました', en: 'Material “{{name}}” deleted.' },
  working: { ja: '編集中のバージョン', en: 'Draft' },
  applied: { ja: '申請されたバージョン', en: 'Applied for' },
  serving: { ja: '配信中のバージョン', en: 'Being shown' },
  first: { ja: '初回の申請です。配信中のバージョンはありません。', en: 'This is its first submission. Nothing is being shown yet.' },
  difference: { ja: '配信中のバージョンとの違い', en: 'Changes to what is being shown' },
  same: { ja: '配信中のバージョンと同じ内容です。', en: 'The same as what is being shown.' },
  still_serving: {
    ja: '承認されるまで、バージョン {{revision}} の配信を続けます。',
    en: 'Revision {{revision}} is shown until this one is approved.',
  },
  before: { ja: '配信中', en: 'Shown now' },
  after: { ja: '新しいバージョン', en: 'New' },
  field: { ja: '項目', en: 'Field' },
  revisions: { ja: '申請と審査の履歴', en: 'Applications and reviews' },
  no_revision: { ja: 'まだ申請されていません。', en: 'It has not been submitted yet.' },
  revision: { ja: 'バージョン {{revision}}', en: 'Revision {{revision}}' },
  applied_by: { ja: '{{by}} が {{at}} に申請', en: 'Applied for by {{by}}, {{at}}' },
  reviewed_by: { ja: '{{by}} が {{at}} に審査', en: 'Reviewed by {{by}}, {{at}}' },
  withdrawn_by: { ja: '{{by}} が {{at}} に取り下げ', en: 'Withdrawn by {{by}}, {{at}}' },
  system: { ja: 'システム', en: 'System' },
  waiting: { ja: '審査待ち', en: 'Waiting' },
  lacks_notice: { ja: '審査の申請までに必要なもの', en: 'Required before submission for review' },
  rejected_notice: { ja: '否認されました', en: 'This was rejected' },
  stopped_notice: { ja: '掲載が停止されました', en: 'This is no longer shown' },
  mend: { ja: '内容または素材を修正して、もう一度申請してください。', en: 'Correct the content or the materials and submit it again.' },
  settings: { ja: '設定', en: 'Settings' },
  settings_hint: {
    ja: '名前、グループ、配信の有効・停止は、審査なしで変更できます。',
    en: 'Name, group and whether it may be shown change without a review.',
  },
  change_settings: { ja: '設定を変更', en: 'Change settings' },
  settings_done: { ja: 'クリエイティブの設定を更新しました', en: 'Settings of the creative updated.' },
  group_creatives: { ja: 'このグループのクリエイティブ', en: 'Creatives of this group' },
  group_empty: {
    ja: 'クリエイティブがまだありません。登録すると、このグループを使う広告に表示されます。',
    en: 'There is no creative yet. Ads that use this group show its creatives.',
  },
  add_creative: { ja: 'クリエイティブを登録', en: 'New creative' },
  all_creatives: { ja: '一覧で見る', en: 'See them as a list' },
  beacon: { ja: '計測ビーコン', en: 'Beacons' },
  review_title: { ja: 'クリエイティブ審査', en: 'Review of creatives' },
  review_count: { ja: '審査待ち {{total}} 件（申請の古い順）', en: '{{total}} waiting, the oldest first' },
  review_empty: { ja: '審査待ちのクリエイティブはありません。', en: 'No creative is waiting for review.' },
  review_empty_hint: { ja: '申請されると、ここに表示されます。', en: 'They appear here when they are submitted.' },
  choose: { ja: '{{name}} を選択', en: 'Select {{name}}' },
  choose_all: { ja: 'このページをすべて選択', en: 'Select all on this page' },
  approve_chosen: { ja: '選択した {{count}} 件を承認', en: 'Approve the {{count}} selected' },
  approve_none_chosen: { ja: '選択した申請を承認', en: 'Approve the selected' },
  approved_all_one: { ja: '{{count}} 件のクリエイティブを承認しました', en: '{{count}} creative approved.' },
  approved_all: { ja: '{{count}} 件のクリエイティブを承認しました', en: '{{count}} creatives approved.' },
  approved_some: { ja: '{{total}} 件中 {{count}} 件を承認しました', en: '{{count}} of {{total}} creatives approved.' },
  result: { ja: '{{name}}：{{message}}', en: '{{name}}: {{message}}' },
  next_page: { ja: '次へ', en: 'Next' },
  first_page: { ja: '最初へ', en: 'To the first' },
} as const satisfies Record<string, Text>

type TextKey = keyof typeof texts

/** Includes a content hash, because two builds of the area can coexist in a page with different texts. */
const namespace = `creative-${contentHash(JSON.stringify(texts))}`

export function useScreenText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
