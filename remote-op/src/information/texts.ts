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
  remove: { ja: '{{name}} を削除', en: 'Delete {{name}}' },
  remove_title: { ja: '添付ファイルを削除しますか？', en: 'Delete this attachment?' },
  remove_text: { ja: '「{{name}}」を削除します。元に戻すことはできません。', en: '“{{name}}” will be deleted. This cannot be undone.' },
  remove_button: { ja: '削除', en: 'Delete' },
  removed: { ja: '{{name}} を削除しました', en: '{{name}} was deleted.' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
} as const satisfies Record<string, Text>

type TextKey = keyof typeof texts

/** By content: two builds of the area may live in one page, each with its own texts. */
const namespace = `information-${contentHash(JSON.stringify(texts))}`

export function useScreenText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
