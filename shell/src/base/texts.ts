import { siteName } from '@adsite/contract'
import { addTexts, type Text } from '@adsite/i18n'

/** Texts of the shell, each in both languages (texts.test.ts). */
export const shellTexts = {
  site: siteName,
  sign_in: { ja: 'ログイン', en: 'Sign In' },
  email: { ja: 'メールアドレス', en: 'E-mail address' },
  password: { ja: 'パスワード', en: 'Password' },
  forgot_link: { ja: 'パスワードをお忘れの方', en: 'Forgot your password?' },
  forgot_title: { ja: 'パスワードの再設定', en: 'Reset your password' },
  forgot_help: {
    ja: '登録しているメールアドレスに、パスワードを再設定するためのリンクを送ります。',
    en: 'We send a link to set a new password to the e-mail address of your account.',
  },
  forgot_send: { ja: 'リンクを送信', en: 'Send the link' },
  forgot_sent: {
    ja: '{{email}} が登録されている場合は、再設定用のリンクを送信しました。リンクの有効期間は{{minutes}}分です。届かないときは、迷惑メールのフォルダーと入力したアドレスを確認してください。',
    en: 'If {{email}} is registered, a link is on its way. It works for {{minutes}} minutes. If nothing arrives, check your spam folder and the address you entered.',
  },
  forgot_again: { ja: 'リンクをもう一度送る', en: 'Request a new link' },
  back_to_sign_in: { ja: 'ログイン画面へ', en: 'Back to sign-in' },
  reset_title: { ja: 'パスワードの設定', en: 'Set a new password' },
  reset_for: { ja: '{{email}} の新しいパスワードを設定します。', en: 'Set a new password for {{email}}.' },
  reset_other_user: {
    ja: '現在、{{name}}（{{email}}）としてログインしています。このリンクは {{invited}} 宛てです。パスワードを設定するには、いったんログアウトしてください。',
    en: 'You are signed in as {{name}} ({{email}}). This link is for {{invited}}. Sign out first to set the password.',
  },
  reset_submit: { ja: 'パスワードを変更', en: 'Change the password' },
  reset_link_invalid: {
    ja: 'このリンクは使用できません。有効期間（{{minutes}}分）が過ぎたか、すでに使用されたか、リンクの一部が欠けています。もう一度リンクを送ってください。',
    en: 'This link does not work: it is older than {{minutes}} minutes, has been used already, or is incomplete. Request a new one.',
  },
  new_password: { ja: '新しいパスワード', en: 'New password' },
  password_confirmation: { ja: '新しいパスワード（確認）', en: 'New password again' },
  password_hint: { ja: '{{min}}文字以上{{max}}文字以内', en: '{{min}} to {{max}} characters' },
  password_changed: {
    ja: 'パスワードを変更しました。新しいパスワードでログインしてください。',
    en: 'The password was changed. Sign in with the new one.',
  },
  invitation_title: { ja: 'アカウントへの招待', en: 'Your invitation' },
  invited_account: { ja: 'アカウント', en: 'Account' },
  invited_role: { ja: '権限', en: 'Role' },
  invited_until: { ja: '有効期限', en: 'Valid until' },
  invitation_void: {
    ja: 'この招待は使用できません。有効期間（{{hours}}時間）が過ぎたか、すでに使用されたか、取り消されたか、リンクの一部が欠けています。招待した方に再送を依頼してください。',
    en: 'This invitation does not work: it is older than {{hours}} hours, was used or withdrawn, or its link is incomplete. Ask whoever invited you to send it again.',
  },
  invitation_other_user: {
    ja: '現在、{{name}}（{{email}}）としてログインしています。この招待は {{invited}} 宛てです。承認するには、いったんログアウトしてください。',
    en: 'You are signed in as {{name}} ({{email}}). This invitation is for {{invited}}. Sign out first to accept it.',
  },
  invitation_single_sign_on: {
    ja: 'お使いのメールアドレスでは、会社のシングルサインオンでのログインが必須です。先にシングルサインオンでログインし、そのあと招待メールのリンクをもう一度開いてください。',
    en: 'Your company requires single sign-on. Sign in with it first, then open the link of the invitation again.',
  },
  with_single_sign_on: { ja: 'シングルサインオンでログインする', en: 'Sign in with single sign-on' },
  invitation_accept_help: {
    ja: 'このメールアドレスは登録済みです。承認すると、このアカウントを利用できるようになります。',
    en: 'This e-mail address is registered. Accept to be able to use this account.',
  },
  invitation_accept: { ja: '招待を承認', en: 'Accept the invitation' },
  invitation_accepted: { ja: '「{{account}}」を利用できるようになりました', en: 'You can now use "{{account}}".' },
  use_account: { ja: '「{{account}}」に切り替える', en: 'Switch to "{{account}}"' },
  user_name: { ja: '氏名', en: 'Name' },
  user_name_kana: { ja: '氏名（カナ）任意', en: 'Name in kana (optional)' },
  register_submit: { ja: '登録する', en: 'Register' },
  registered: { ja: 'ユーザー登録が完了しました。ログインしてください。', en: 'You are registered. Sign in now.' },
  reflecting: { ja: '最新の情報を反映しています', en: 'Loading the latest information' },
  reflection_title: { ja: 'アカウントの切り替え', en: 'Switch account' },
  reflection_ask: {
    ja: 'このリンクは「{{account}}」の画面を開きます。現在は「{{current}}」を利用しています。アカウントを切り替えますか？',
    en: 'This link opens a page of "{{account}}". You are using "{{current}}" now. Switch accounts?',
  },
  reflection_target: { ja: '開く画面', en: 'Page' },
  reflection_switch: { ja: '切り替えて開く', en: 'Switch and open' },
  reflection_stay: { ja: '切り替えずにホームへ', en: 'Stay and go to the home page' },
  reflection_no_account: {
    ja: 'リンク先のアカウントは利用できません。現在のアカウントで表示します。',
    en: 'You cannot use the account of this link. The page opens in your current account.',
  },
  language_not_saved: {
    ja: '言語の設定を保存できませんでした。メールはこれまでの言語で届きます。',
    en: 'The language could not be saved. Mails keep coming in the former one.',
  },
  role_not_found: { ja: 'role not found.', en: 'role not found.' },
  moving: { ja: 'アカウント情報を確認しています', en: 'Checking your accounts' },
  session_failed: { ja: 'アカウント情報を取得できませんでした', en: 'Your accounts could not be read.' },
  session_failed_help: {
    ja: 'サーバーが復旧すると、自動で表示されます。',
    en: 'This page appears by itself as soon as the server answers again.',
  },
  skip: { ja: '本文へ移動', en: 'Skip to content' },
  open_menu: { ja: 'メニューを開く', en: 'Open the menu' },
  close_menu: { ja: 'メニューを閉じる', en: 'Close the menu' },
  main_menu: { ja: 'メインメニュー', en: 'Main menu' },
  home: { ja: 'ホーム', en: 'Home' },
  breadcrumb: { ja: '現在地', en: 'You are here' },
  current_account: { ja: '利用中のアカウント：{{name}}', en: 'Current account: {{name}}' },
  select_account: { ja: 'アカウント選択', en: 'Select account' },
  switch_keeps_input: {
    ja: '保存していない入力内容は、このアカウントに戻って同じ画面を開くと復元されます。',
    en: 'Unsaved input comes back when you return to this account and open the same screen.',
  },
  switched_elsewhere: {
    ja: '別のタブでアカウントが「{{account}}」に切り替えられました。',
    en: 'The account was switched to "{{account}}" in another tab.',
  },
  viewing_elsewhere: {
    ja: '別のタブで「{{name}}」さんとしての閲覧を始めました。',
    en: 'In another tab, you began to view the site as {{name}}.',
  },
  left_elsewhere: { ja: '別のタブでログアウトしました。', en: 'You signed out in another tab.' },
  session_ended: { ja: 'ログアウトされました。もう一度ログインしてください。', en: 'You have been signed out. Sign in again.' },
  input_kept: {
    ja: '保存していない入力内容は、同じアカウントに戻って同じ画面を開くと復元されます。',
    en: 'Unsaved input comes back when you return to the same account and open the same screen.',
  },
  account_switched: { ja: 'アカウントを切り替えました', en: 'The account was switched.' },
  sign_out: { ja: 'ログアウト', en: 'Sign out' },
  sign_out_unconfirmed: {
    ja: 'サーバーに接続できず、ログアウトが完了していません。この画面を閉じずに「再試行」を押してください。自動でも再試行しています。',
    en: 'The server could not be reached, so signing out is not complete. Keep this page open and press Retry. It is also retried automatically.',
  },
  sign_out_confirmed: { ja: 'ログアウトが完了しました。', en: 'You are signed out.' },
  releases: { ja: 'リリース管理', en: 'Releases' },
  area_failed_releases: { ja: 'リリース管理で前のビルドに戻す', en: 'Roll back on the releases page' },
  own_account: { ja: 'マイアカウント', en: 'My account' },
  screen_failed: { ja: 'この画面を表示できません', en: 'This page cannot be shown' },
  screen_failed_help: {
    ja: '表示中にエラーが発生しました。ほかの画面はそのまま使えます。',
    en: 'An error occurred while showing this page. The other pages still work.',
  },
  screen_failed_load: {
    ja: 'この画面の読み込みに失敗しました。自動的に再試行します。ほかの画面はそのまま使えます。',
    en: 'This page could not be loaded. The site keeps trying. The other pages still work.',
  },
  fold_menu: { ja: '{{title}}の項目を閉じる', en: 'Collapse {{title}}' },
  unfold_menu: { ja: '{{title}}の項目を開く', en: 'Expand {{title}}' },
  scroll_to_top: { ja: 'ページの先頭へ戻る', en: 'Back to top' },
  no_permission: { ja: '表示権限がありません', en: 'You do not have permission to view this.' },
  load_failed_offline: {
    ja: 'オフラインのため読み込めません。接続が回復すると自動的に読み込みます。',
    en: 'You are offline. This page loads by itself once the connection is back.',
  },
  area_failed: { ja: '{{area}}を表示できません', en: '{{area}} cannot be shown' },
  area_failed_load: {
    ja: 'この画面の読み込みに失敗しました。自動的に再試行します。ほかのメニューはそのまま使えます。',
    en: 'This part of the site could not be loaded. The site keeps trying. The other menus still work.',
  },
  area_failed_contract: {
    ja: 'この画面は現在のサイトと互換性がないため、読み込みを中止しました。ほかのメニューはそのまま使えます。',
    en: 'This part of the site does not fit the current site and was not loaded. The other menus still work.',
  },
  area_failed_signature: {
    ja: 'この画面は正規のリリースであることを確認できないため、読み込みを中止しました。ほかのメニューはそのまま使えます。',
    en: 'This part of the site could not be verified as a genuine release and was not loaded. The other menus still work.',
  },
  area_failed_render: {
    ja: 'この画面の表示中にエラーが発生しました。ほかのメニューはそのまま使えます。',
    en: 'An error occurred while showing this part of the site. The other menus still work.',
  },
  outdated_label: { ja: 'サイトの更新', en: 'Update of the site' },
  outdated: {
    ja: 'サイトが更新されたため、この画面では操作を続けられません。読み込み直してください。フォームに入力した内容は引き継がれます。',
    en: 'The site was updated, and this page no longer works with it. Reload it; what you entered into a form is kept.',
  },
  outdated_reload: { ja: '読み込み直す', en: 'Reload' },
  swap_notice_label: { ja: '画面の更新', en: 'Update of this page' },
  swap_notice: {
    ja: 'この画面の修正版があります。保存するか入力を終えると自動で切り替わります。今すぐ切り替えることもでき、フォームに入力した内容は引き継がれます。',
    en: 'A corrected version of this page is ready. It is used as soon as you save or finish your input. You can also switch now; what you entered into a form is kept.',
  },
  shell_swap_notice: {
    ja: 'サイトの修正版があります。保存するか入力を終えると自動で再読み込みします。今すぐ再読み込みすることもできます。',
    en: 'A corrected version of this site is ready. The page reloads as soon as you save or finish your input. You can also reload now.',
  },
  swap_now: { ja: '今すぐ切り替える', en: 'Switch now' },
  area_failed_detail: { ja: '詳細：{{detail}}', en: 'Details: {{detail}}' },
  crashed: { ja: 'ページを表示できませんでした', en: 'The page could not be shown' },
  crashed_help: {
    ja: '再読み込みしてください。解決しないときは管理者に連絡してください。',
    en: 'Reload the page. If that does not help, contact your administrator.',
  },
  reload: { ja: '再読み込み', en: 'Reload' },
  welcome: { ja: '{{name}}さん', en: 'Hello, {{name}}' },
  working_as: { ja: '{{account}}（{{role}}）', en: '{{account}} ({{role}})' },
} as const satisfies Record<string, Text>

export const shellNamespace = 'shell'

export function addShellTexts(): void {
  addTexts(shellNamespace, shellTexts)
}
