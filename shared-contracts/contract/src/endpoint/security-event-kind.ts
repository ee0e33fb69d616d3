import { defineChoices } from '../text/choices.ts'

/** Event kinds of the security audit (spec/quality "Events"). Endpoints declare theirs as `event`. */
export const securityEventKinds = defineChoices('security_event_kind', [
  { key: 'sign_in', label: { ja: 'ログイン', en: 'Sign-in' } },
  { key: 'factor_check', label: { ja: '本人確認', en: 'Identity check' } },
  { key: 'factor_change', label: { ja: '本人確認方法の変更', en: 'Sign-in method changed' } },
  { key: 'factor_reset', label: { ja: '二段階認証の解除', en: 'Second factors reset' } },
  { key: 'factor_requirement', label: { ja: '二段階認証の必須化', en: 'Two-step sign-in required' } },
  { key: 'four_eyes', label: { ja: '2人による承認', en: 'Second person' } },
  { key: 'single_sign_on', label: { ja: 'シングルサインオンの設定', en: 'Single sign-on setup' } },
  { key: 'sign_out', label: { ja: 'ログアウト', en: 'Sign-out' } },
  { key: 'session_end', label: { ja: 'セッションの終了', en: 'Session ended' } },
  { key: 'account_switch', label: { ja: 'アカウント切り替え', en: 'Account switch' } },
  { key: 'view_as', label: { ja: '利用者としての閲覧', en: 'View as a user' } },
  { key: 'api_key', label: { ja: 'APIキー', en: 'API key' } },
  { key: 'webhook', label: { ja: 'Webhook', en: 'Webhook' } },
  { key: 'password_request', label: { ja: 'パスワード再設定の依頼', en: 'Password reset requested' } },
  { key: 'password', label: { ja: 'パスワードの変更', en: 'Password change' } },
  { key: 'invitation', label: { ja: '招待', en: 'Invitation' } },
  { key: 'membership', label: { ja: '所属・権限の変更', en: 'Account or role change' } },
  { key: 'user_status', label: { ja: 'ユーザーの状態変更', en: 'User status change' } },
  { key: 'credit', label: { ja: '与信の変更', en: 'Credit change' } },
  { key: 'revenue_share', label: { ja: '分配率の変更', en: 'Revenue share change' } },
  { key: 'release', label: { ja: 'リリース操作', en: 'Release' } },
  { key: 'export', label: { ja: 'データの出力', en: 'Export' } },
  { key: 'refusal', label: { ja: 'アクセス拒否', en: 'Access refused' } },
])
export type SecurityEventKind = (typeof securityEventKinds.keys)[number]
