import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'
import { useCallback } from 'react'

export const texts = {
  file: { ja: '掲載拒否を申請', en: 'File a reject request' },
  filed_already: {
    ja: '掲載拒否を申請中です。管理者の判断をお待ちください。',
    en: 'A reject request is filed already and waits for the administrator’s decision.',
  },
  exclude: { ja: 'この媒体で除外', en: 'Exclude from this medium' },
  exclude_confirm: {
    ja: 'この広告を媒体「{{medium}}」の掲載対象から外します。よろしいですか？',
    en: 'The ad will no longer be shown on “{{medium}}”. Continue?',
  },
  excluded: { ja: 'ホワイトリストから除外しました', en: 'Excluded from the whitelist.' },
  exclusions: { ja: 'この広告の掲載先', en: 'Places of this ad' },
  exclusions_none: { ja: '媒体・広告枠・記事の指定はありません。', en: 'No media, ad spaces or articles are set for it.' },
  whitelist: { ja: '媒体・広告枠', en: 'Media and spaces' },
  articles: { ja: '記事', en: 'Articles' },
  article_exclude: { ja: '記事を除外', en: 'Exclude an article' },
  article_choose: { ja: '除外する記事', en: 'Article to exclude' },
  article_create: { ja: '記事を登録', en: 'New article' },
  article_ads: { ja: 'この記事が指定された広告', en: 'Ads that name this article' },
  article_ads_none: {
    ja: 'この記事から除外された広告はありません。掲載広告の画面で除外できます。',
    en: 'No ad is excluded from it. Exclude ads on the ad’s page.',
  },
  article_excluded: { ja: '記事を配信対象から除外しました', en: 'The article is excluded from delivery.' },
  frames: { ja: '配信枠とタグ', en: 'Frames and tags' },
  frames_none: {
    ja: '配信枠がありません。配信枠を登録すると、ここにタグが表示されます。',
    en: 'No frame yet. Its tag will appear here.',
  },
  frame_create: { ja: '配信枠を登録', en: 'New frame' },
  tag_copy: { ja: '「{{name}}」のタグをコピー', en: 'Copy the tag of “{{name}}”' },
  copy: { ja: 'コピー', en: 'Copy' },
  copied: { ja: 'タグをコピーしました', en: 'The tag was copied.' },
  copy_failed: {
    ja: 'コピーできませんでした。タグを選択してコピーしてください。',
    en: 'It could not be copied. Select the tag and copy it.',
  },
  tag_missing: {
    ja: '配信サーバーが設定されていないため、タグを作成できません。運用担当者に確認してください。',
    en: 'No ad server is set up, so there is no tag. Ask operations.',
  },
  any_size: { ja: 'サイズ指定なし', en: 'any size' },
  last30: { ja: '過去30日間の実績', en: 'Last 30 days' },
  last30_open: { ja: '配信結果を開く', en: 'Open the delivery results' },
} as const satisfies Record<string, Text>

type TextKey = keyof typeof texts

/** Includes a content hash, because two builds of the area can coexist in a page with different texts. */
const namespace = `md-${contentHash(JSON.stringify(texts))}`

/** Reads the area's own texts; the function keeps its identity until the language changes. */
export function useScreenText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return useCallback((key, params) => t(key, params ?? {}), [t])
}
