import type { Text } from '@adsite/contract'
import { textReader } from '../base/text-reader.ts'

export const singleSignOnTexts = {
  offer: { ja: 'シングルサインオンを使う', en: 'Use single sign-on' },
  title: { ja: 'シングルサインオン', en: 'Single sign-on' },
  help: {
    ja: '会社のメールアドレスを入力すると、会社のログイン画面に移動します。',
    en: 'Enter your company e-mail address. You continue at the sign-in page of your company.',
  },
  email: { ja: '会社のメールアドレス', en: 'Company e-mail address' },
  go: { ja: '会社のログイン画面へ', en: 'Continue' },
  back: { ja: 'パスワードでログイン', en: 'Sign in with a password' },
  finishing: { ja: 'ログインしています', en: 'Signing in' },
  confirm_help: {
    ja: '会社のログイン画面でもう一度ログインすると、この画面に戻ります。',
    en: 'Sign in again at the sign-in page of your company; you come back to this page.',
  },
  confirm: { ja: '会社のログイン画面で確認する', en: 'Confirm at my company' },
} as const satisfies Record<string, Text>

export const useSingleSignOnText = textReader('single-sign-on', singleSignOnTexts)
