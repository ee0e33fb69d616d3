import { inSentence, type Text } from '../text/text.ts'
import type { AnyResource } from './resource.ts'

type Named = Pick<AnyResource, 'label' | 'plural'>

/** Labels of the calls that are alike for all resources. */
export const callLabel = {
  list: ({ label, plural }: Named): Text => ({ ja: `${label.ja}一覧の表示`, en: `List ${inSentence(plural)}` }),
  select: ({ label, plural }: Named): Text => ({ ja: `${label.ja}の選択肢の表示`, en: `View choices of ${inSentence(plural)}` }),
  export: ({ label, plural }: Named): Text => ({ ja: `${label.ja}一覧のダウンロード`, en: `Download ${inSentence(plural)}` }),
  totals: ({ label, plural }: Named): Text => ({
    ja: `${label.ja}の配信実績の合計の表示`,
    en: `View delivery totals of ${inSentence(plural)}`,
  }),
  get: ({ label }: Named): Text => ({ ja: `${label.ja}の表示`, en: `View ${inSentence(label.en)}` }),
  history: ({ label }: Named): Text => ({ ja: `${label.ja}の変更履歴の表示`, en: `View history of ${inSentence(label.en)}` }),
  create: ({ label }: Named): Text => ({ ja: `${label.ja}の登録`, en: `Create ${inSentence(label.en)}` }),
  update: ({ label }: Named): Text => ({ ja: `${label.ja}の編集`, en: `Edit ${inSentence(label.en)}` }),
  edit: ({ label, plural }: Named): Text => ({ ja: `${label.ja}の一括編集`, en: `Edit several ${inSentence(plural)}` }),
  undo: ({ label, plural }: Named): Text => ({ ja: `${label.ja}の変更の取り消し`, en: `Undo changes of ${inSentence(plural)}` }),
  delete: ({ label }: Named): Text => ({ ja: `${label.ja}の削除`, en: `Delete ${inSentence(label.en)}` }),
  import: ({ label, plural }: Named): Text => ({ ja: `${label.ja}の取り込み`, en: `Import ${inSentence(plural)}` }),
  importTemplate: ({ label, plural }: Named): Text => ({
    ja: `${label.ja}の取り込み用ひな形のダウンロード`,
    en: `Download the template to import ${inSentence(plural)}`,
  }),
  bulk: ({ label, plural }: Named): Text => ({ ja: `${label.ja}の一括操作`, en: `Bulk action on ${inSentence(plural)}` }),
  labels: ({ label, plural }: Named): Text => ({ ja: `${label.ja}のラベル付け`, en: `Label ${inSentence(plural)}` }),
  action: ({ label }: Named, action: Text): Text => ({ ja: `${label.ja}：${action.ja}`, en: `${label.en}: ${inSentence(action.en)}` }),
} as const
