import { freshMinutes, type Text } from '@adsite/contract'
import { textReader } from '../base/text-reader.ts'

export const factorTexts = {
  confirm_title: { ja: '本人確認', en: 'Confirm that it is you' },
  confirm_help: {
    ja: `重要な操作のため、もう一度ご本人であることを確認します。確認後${freshMinutes}分間は、あらためて確認せずに操作できます。`,
    en: `This is a sensitive action. Once confirmed, you are not asked again for ${freshMinutes} minutes.`,
  },
  confirm: { ja: '確認して続ける', en: 'Confirm and continue' },
  password: { ja: 'パスワード', en: 'Password' },
} as const satisfies Record<string, Text>

export const useFactorText = textReader('shell-factor', factorTexts)
