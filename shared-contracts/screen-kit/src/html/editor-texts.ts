import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '../base/content-hash.ts'

export const editorTexts = {
  toolbar: { ja: '書式', en: 'Formatting' },
  bold: { ja: '太字', en: 'Bold' },
  italic: { ja: '斜体', en: 'Italic' },
  heading: { ja: '見出し', en: 'Heading' },
  subheading: { ja: '小見出し', en: 'Subheading' },
  bullet_list: { ja: '箇条書き', en: 'Bulleted list' },
  ordered_list: { ja: '番号付きリスト', en: 'Numbered list' },
  link: { ja: 'リンク', en: 'Link' },
  unlink: { ja: 'リンクを解除', en: 'Remove the link' },
  undo: { ja: '元に戻す', en: 'Undo' },
  redo: { ja: 'やり直す', en: 'Redo' },
  preview: { ja: 'プレビュー', en: 'Preview' },
  link_title: { ja: 'リンクの設定', en: 'Link' },
  link_address: { ja: 'リンク先のURL', en: 'Address' },
  link_help: {
    ja: 'https:// または http:// で始まるURL、mailto: に続くメールアドレス、またはこのサイト内の / で始まるパスを指定できます。',
    en: 'A URL that begins with https:// or http://, mailto: and an e-mail address, or a path of this site that begins with /.',
  },
  link_apply: { ja: '設定', en: 'Apply' },
} as const satisfies Record<string, Text>

export type EditorTextKey = keyof typeof editorTexts

const namespace = `screen-kit-editor-${contentHash(JSON.stringify(editorTexts))}`

export function useEditorText(): (key: EditorTextKey) => string {
  addTexts(namespace, editorTexts)
  const { t } = useTranslation(namespace)
  return (key) => t(key)
}
