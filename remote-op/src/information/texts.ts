import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

export const texts = {
  attachments: { ja: '添付ファイル', en: 'Attachments' },
  attachment_list: { ja: '添付されているファイル', en: 'Attached files' },
  none: { ja: '添付ファイルはありません。', en: 'No file is attached.' },
  loading: { ja: '読み込み中', en: 'Loading' },
  limits: {
    ja: 'PDF、PNG、JPEG、GIF。1件 {{megabytes}}MB まで、合計 {{count}} 件まで。',
    en: 'PDF, PNG, JPEG or GIF, up to {{megabytes}} MB each, {{count}} in all.',
  },
  chosen: { ja: '添付するファイル', en: 'Files to attach' },
  chosen_hint: { ja: '登録と同時に添付します。', en: 'They are attached when the announcement is created.' },
  take_off: { ja: '{{name}} を外す', en: 'Take {{name}} off' },
  attaching: { ja: '{{total}}件中{{index}}件目のファイルを添付しています', en: 'Attaching file {{index}} of {{total}}' },
  attach_failed: {
    ja: 'お知らせは下書きとして登録しましたが、添付できなかったファイルがあります。添付し直してから掲載してください。',
    en: 'The announcement was kept as a draft because some files could not be attached. Attach them again, then publish it.',
  },
  release_failed: {
    ja: 'ファイルは添付しましたが、お知らせは下書きのままです。内容を確認して掲載してください。',
    en: 'The files are attached, but the announcement is still a draft. Check it and publish it.',
  },
  attach_fault: { ja: '{{name}}：{{fault}}', en: '{{name}}: {{fault}}' },
  remove_title: { ja: '添付ファイルを削除しますか？', en: 'Delete this attachment?' },
  remove_text: { ja: '「{{name}}」を削除します。元に戻すことはできません。', en: '“{{name}}” will be deleted. This cannot be undone.' },
  removed: { ja: '{{name}} を削除しました', en: '{{name}} was deleted.' },
  draft: { ja: '下書き', en: 'Draft' },
  draft_note: {
    ja: 'まだ掲載していません。掲載すると、掲載開始の日時から対象のロールに表示されます。添付ファイルは掲載の前に追加できます。',
    en: 'Nobody reads it yet. Once released, the roles it is for see it from its start on. Attach files before that.',
  },
  release: { ja: '掲載する', en: 'Release' },
  released: { ja: 'お知らせの下書きを解除しました', en: 'The announcement is no longer a draft.' },
  readers: { ja: '確認状況', en: 'Confirmations' },
  readers_count: { ja: '{{total}} 人中 {{confirmed}} 人が確認済み', en: '{{confirmed}} of {{total}} confirmed' },
  readers_shown: { ja: '表示する対象者', en: 'Readers on show' },
  readers_all: { ja: 'すべて', en: 'All' },
  readers_confirmed: { ja: '確認済み', en: 'Confirmed' },
  readers_open: { ja: '未確認', en: 'Not confirmed' },
  readers_none: { ja: '該当する対象者はいません。', en: 'Nobody to show.' },
  not_confirmed: { ja: '未確認', en: 'Not confirmed' },
} as const satisfies Record<string, Text>

type TextKey = keyof typeof texts

/** Includes a content hash, because two builds of the area can coexist in a page with different texts. */
const namespace = `information-${contentHash(JSON.stringify(texts))}`

export function useScreenText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
