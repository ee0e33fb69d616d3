import type { Text } from '@adsite/i18n'
import { textsWith } from '../base/texts.ts'

/** Texts of choosing, sending and deleting files. */
export const uploadTexts = {
  remove_file: { ja: '{{name}} を削除', en: 'Delete {{name}}' },
  upload_choose: { ja: 'ファイルを選択', en: 'Choose files' },
  upload_drop: { ja: 'ここにファイルをドロップすることもできます。', en: 'You can also drop files here.' },
  upload_drop_one: { ja: 'ここにファイルをドロップすることもできます。', en: 'You can also drop a file here.' },
  upload_sending: { ja: '{{name}} を送信中', en: 'Sending {{name}}' },
  upload_checking: { ja: '確認中', en: 'Checking' },
  upload_added: { ja: '{{name}} を追加しました', en: '{{name}} was added.' },
  upload_refused: { ja: '{{name}}：{{fault}}', en: '{{name}}: {{fault}}' },
  upload_dismiss: { ja: '{{name}} の表示を消す', en: 'Dismiss {{name}}' },
} as const satisfies Record<string, Text>

/** Reads these texts and the kit's. */
export const useUploadText = textsWith(uploadTexts)
