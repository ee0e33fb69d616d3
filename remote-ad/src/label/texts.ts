import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

const texts = {
  labels: { ja: 'ラベル', en: 'Labels' },
  title: { ja: 'ラベルの変更', en: 'Change labels' },
  hint: {
    ja: 'ラベルはこのアカウントだけのもので、ほかのアカウントには表示されません。',
    en: 'Labels belong to this account. No other account sees them.',
  },
  choose: { ja: '付けるラベル', en: 'Labels to put on' },
  none_yet: { ja: 'ラベルはまだありません。下で作成できます。', en: 'There are no labels yet. Create one below.' },
  on_some: { ja: '（一部に付いています）', en: '(on some of them)' },
  kept: { ja: '（変更しません）', en: '(left as it is)' },
  new_name: { ja: '新しいラベル名', en: 'Name of a new label' },
  create: { ja: '作成する', en: 'Create' },
  save: { ja: '適用する', en: 'Apply' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  manage: { ja: 'ラベルを管理', en: 'Manage labels' },
  done: { ja: 'ラベルを変更しました（{{changed}}件）', en: 'Labels changed ({{changed}}).' },
  unchanged: { ja: '変更はありませんでした', en: 'Nothing changed.' },
} as const satisfies Record<string, Text>

const namespace = `labels-${contentHash(JSON.stringify(texts))}`

export function useLabelText(): (key: keyof typeof texts, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
