import { addTexts, type Text } from '@adsite/i18n'

/** Texts of the shell; every one in both languages (texts.test.ts). */
export const shellTexts = {
  site: { ja: '広告プラットフォーム', en: 'Ad Platform' },
  sign_in: { ja: 'ログイン', en: 'Sign In' },
  email: { ja: 'メールアドレス', en: 'E-mail address' },
  password: { ja: 'パスワード', en: 'Password' },
  role_not_found: { ja: 'role not found.', en: 'role not found.' },
  moving: { ja: 'アカウント情報を確認しています', en: 'Checking your accounts' },
  session_failed: { ja: 'アカウント情報を取得できませんでした', en: 'Your accounts could not be read.' },
  skip: { ja: '本文へ移動', en: 'Skip to content' },
  open_menu: { ja: 'メニューを開く', en: 'Open the menu' },
  close_menu: { ja: 'メニューを閉じる', en: 'Close the menu' },
  main_menu: { ja: 'メインメニュー', en: 'Main menu' },
  home: { ja: 'ホーム', en: 'Home' },
  breadcrumb: { ja: '現在地', en: 'You are here' },
  current_account: { ja: '利用中のアカウント：{{name}}', en: 'Current account: {{name}}' },
  select_account: { ja: 'アカウント選択', en: 'Select account' },
  switch_loses_input: {
    ja: 'アカウントを切り替えると、保存していない入力内容は失われます。',
    en: 'Unsaved input is lost when you switch accounts.',
  },
  account_switched: { ja: 'アカウントを切り替えました', en: 'The account was switched.' },
  sign_out: { ja: 'ログアウト', en: 'Sign out' },
  sign_out_unconfirmed: {
    ja: 'この端末からはログアウトしましたが、サーバーの確認が取れませんでした。共用の端末ではブラウザーを閉じてください。',
    en: 'You are signed out on this device, but the server did not confirm it. Close the browser if you share this device.',
  },
  scroll_to_top: { ja: 'ページの先頭へ戻る', en: 'Back to top' },
  no_permission: { ja: '表示権限がありません', en: 'You do not have permission to view this.' },
  area_failed: { ja: '{{area}}を表示できません', en: '{{area}} cannot be shown' },
  area_failed_load: {
    ja: 'この画面の読み込みに失敗しました。ほかのメニューはそのまま使えます。',
    en: 'This part of the site could not be loaded. The other menus still work.',
  },
  area_failed_contract: {
    ja: 'この画面は現在のサイトと互換性がないため、読み込みを中止しました。ほかのメニューはそのまま使えます。',
    en: 'This part of the site does not fit the current site and was not loaded. The other menus still work.',
  },
  area_failed_render: {
    ja: 'この画面の表示中にエラーが発生しました。ほかのメニューはそのまま使えます。',
    en: 'An error occurred while showing this part of the site. The other menus still work.',
  },
  area_failed_detail: { ja: '詳細：{{detail}}', en: 'Details: {{detail}}' },
  crashed: { ja: 'ページを表示できませんでした', en: 'The page could not be shown' },
  crashed_help: {
    ja: '再読み込みしてください。解決しないときは管理者に連絡してください。',
    en: 'Reload the page. If that does not help, contact your administrator.',
  },
  reload: { ja: '再読み込み', en: 'Reload' },
  welcome: { ja: '{{name}}さん', en: 'Hello, {{name}}' },
  working_as: { ja: '{{role}} {{account}} として利用しています', en: 'You are working as {{role}} {{account}}.' },
  campaigns: { ja: 'キャンペーン', en: 'Campaigns' },
  campaigns_first: { ja: '先頭の{{count}}件を表示しています。', en: 'Showing the first {{count}}.' },
  no_campaigns: { ja: 'キャンペーンが登録されていません。', en: 'No campaign is registered.' },
} as const satisfies Record<string, Text>

export const shellNamespace = 'shell'

export function addShellTexts(): void {
  addTexts(shellNamespace, shellTexts)
}
