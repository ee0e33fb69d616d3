import type { Text } from '@adsite/i18n'
import { textReader } from '../base/text-reader.ts'

export const ownAccountTexts = {
  title: { ja: 'マイアカウント', en: 'My account' },
  elsewhere: {
    ja: 'シングルサインオンでログイン中です。ほかの会社のアカウントにも所属しているため、プロフィール、パスワード、二段階認証、通知の受け取り方、ログイン中の端末は表示・変更できません。変更するには、ログアウトしてからパスワードまたはパスキーでログインしてください。パスワードが未設定の場合は、ログイン画面の「パスワードをお忘れの方」から設定できます。',
    en: 'You are signed in with single sign-on. Because you also have accounts of another company, your profile, password, two-step sign-in, notifications and devices cannot be seen or changed. To change them, sign out and sign in with your password or a passkey. If you have no password yet, set one with “Forgot your password?” on the sign-in page.',
  },
  profile: { ja: 'プロフィール', en: 'Profile' },
  email: { ja: 'メールアドレス', en: 'E-mail address' },
  name: { ja: '氏名', en: 'Name' },
  language: { ja: '表示とメールの言語', en: 'Language of the site and of mails' },
  save: { ja: '保存する', en: 'Save' },
  saved: { ja: 'プロフィールを更新しました', en: 'Your profile was updated.' },
  password: { ja: 'パスワード', en: 'Password' },
  password_help: {
    ja: '変更すると、ほかの端末ではログアウトされ、変更のお知らせがメールで届きます。APIキーは変更後も有効です。不要なキーは下の一覧で失効させてください。',
    en: 'Other devices are signed out, and a mail tells you of the change. API keys stay valid: revoke below those that are no longer needed.',
  },
  no_password: {
    ja: '会社のシングルサインオンでログインするため、このサイトのパスワードは使用していません。シングルサインオンが必須でない場合は、ログイン画面の「パスワードをお忘れの方」からパスワードを設定できます。',
    en: 'You sign in with the single sign-on of your company and use no password here. Where single sign-on is not required, you can set one with “Forgot your password?” on the sign-in page.',
  },
  current_password: { ja: '現在のパスワード', en: 'Present password' },
  change_password: { ja: 'パスワードを変更する', en: 'Change password' },
  password_changed: { ja: 'パスワードを変更しました', en: 'Your password was changed.' },
  notices: { ja: '通知の受け取り方', en: 'Notifications' },
  notices_help: {
    ja: '種類ごとに、サイトとメールのどちらで受け取るかを選べます。メールは1分ほどの間の通知をまとめて届き、サイトで確認済みの通知と自分の操作による通知は含みません。',
    en: 'Choose for each kind whether you get it on the site and by mail. A mail gathers about a minute of notifications, without those that you have read on the site or caused yourself.',
  },
  notice_topic: { ja: '種類', en: 'Kind' },
  notice_site: { ja: 'サイト', en: 'Site' },
  notice_mail: { ja: 'メール', en: 'Mail' },
  notice_security: { ja: 'パスワードと二段階認証の変更', en: 'Changes of password and second factors' },
  notice_always: { ja: '常に受け取ります', en: 'Always on' },
  notice_always_named: { ja: '{{name}}（常に受け取ります）', en: '{{name}} (always on)' },
  notice_saved: { ja: '通知の受け取り方を変更しました', en: 'Your choice was saved.' },
  sessions: { ja: 'ログイン中の端末', en: 'Where you are signed in' },
  sessions_help: {
    ja: '心当たりのない端末があれば、ログアウトさせてパスワードを変更してください。',
    en: 'If you do not know one of them, sign it out and change your password.',
  },
  sessions_help_no_password: {
    ja: '心当たりのない端末があれば、ログアウトさせて、会社のシングルサインオンの管理者に連絡してください。',
    en: 'If you do not know one of them, sign it out and tell whoever runs the single sign-on of your company.',
  },
  this_one: { ja: 'この端末', en: 'This device' },
  unknown_device: { ja: '不明な端末', en: 'Unknown device' },
  facts: {
    ja: '{{address}} ・ 最終利用 {{used}} ・ ログイン {{signed_in}} ・ {{account}}',
    en: '{{address}} · last used {{used}} · signed in {{signed_in}} · {{account}}',
  },
  unknown_address: { ja: 'IPアドレス不明', en: 'unknown address' },
  end: { ja: 'ログアウトさせる', en: 'Sign out' },
  end_named: { ja: '{{device}}（{{used}}）をログアウトさせる', en: 'Sign out {{device}} ({{used}})' },
  ended: { ja: '端末をログアウトさせました', en: 'The device was signed out.' },
  end_others: { ja: 'ほかの端末をすべてログアウトさせる', en: 'Sign out all other devices' },
  ended_others: { ja: 'ほかの端末をすべてログアウトさせました', en: 'All other devices were signed out.' },
  only_here: { ja: 'ほかにログイン中の端末はありません。', en: 'You are signed in nowhere else.' },
} as const satisfies Record<string, Text>

export const useOwnAccountText = textReader('shell-own-account', ownAccountTexts)
