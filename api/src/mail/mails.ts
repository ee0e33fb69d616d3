import { resetMinutes, roleLabel, siteName, type Locale, type Role } from '@adsite/contract'
import { mailContent, type MailContent, type MailTexts } from './mail-content.ts'

const once = {
  ja: 'リンクは一度だけ使えます。お心当たりのない場合は、このメールを破棄してください。',
  en: 'The link works once. If you did not expect this mail, ignore it.',
}

const passwordReset: MailTexts = {
  subject: { ja: 'パスワード再設定のご案内', en: 'Set a new password' },
  body: [
    { ja: '{{name}} 様', en: 'Dear {{name}},' },
    {
      ja: 'パスワードの再設定を受け付けました。{{minutes}}分以内に下のリンクを開き、新しいパスワードを設定してください。',
      en: 'We were asked to set a new password for you. Open this link within {{minutes}} minutes to choose one.',
    },
  ],
  action: { ja: 'パスワードを再設定する', en: 'Set a new password' },
  closing: [once, { ja: 'その場合、パスワードは変わりません。', en: 'Your password will not change.' }],
}

const passwordVoid: MailTexts = {
  subject: { ja: 'ログイン方法のご案内', en: 'How to sign in' },
  body: [
    { ja: '{{name}} 様', en: 'Dear {{name}},' },
    {
      ja: 'パスワードの再設定を受け付けましたが、お使いのメールアドレスでは会社のシングルサインオンが必須のため、パスワードではログインできません。',
      en: 'We were asked to set a new password for you. Your company requires single sign-on, so a password would not let you in.',
    },
    {
      ja: 'ログイン画面で「シングルサインオンを使う」を選び、会社のログイン画面からログインしてください。',
      en: 'Choose "Use single sign-on" on the sign-in page, and sign in at your company.',
    },
  ],
  action: { ja: 'ログイン画面を開く', en: 'Open the sign-in page' },
  closing: [{ ja: 'お心当たりのない場合は、このメールを破棄してください。', en: 'If you did not expect this mail, ignore it.' }],
}

const invitation: MailTexts = {
  subject: { ja: '【{{site}}】「{{account}}」への招待', en: '{{site}}: invitation to "{{account}}"' },
  body: [
    {
      ja: '{{inviter}} さんから、{{site}}の「{{account}}」({{role}})に招待されました。',
      en: '{{inviter}} invites you to "{{account}}" ({{role}}) on {{site}}.',
    },
    {
      ja: '下のリンクを開いて登録してください。有効期限は{{until}}（日本時間）です。',
      en: 'Open this link to join. It is valid until {{until}} (Japan time).',
    },
  ],
  action: { ja: '招待を確認する', en: 'Open the invitation' },
  closing: [once],
}

const passwordChanged: MailTexts = {
  subject: { ja: 'パスワードが変更されました', en: 'Your password was changed' },
  body: [
    { ja: '{{name}} 様', en: 'Dear {{name}},' },
    {
      ja: 'ログイン用のパスワードが変更されました。ほかの端末では、再度ログインが必要です。',
      en: 'The password of your account was changed. Other devices have to sign in again.',
    },
    {
      ja: 'お心当たりのない場合は、すぐに下のリンクからパスワードを再設定し、管理者に連絡してください。',
      en: 'If this was not you, set a new password at once with this link and tell your administrator.',
    },
  ],
  action: { ja: 'パスワードを再設定する', en: 'Set a new password' },
  closing: [],
}

/** Informs a user that the password was changed. */
export function passwordChangedMail({ name, link }: { name: string; link: string }, locale: Locale): MailContent {
  return mailContent(passwordChanged, { name }, link, locale)
}

/** Explains how to set a new password. */
export function passwordResetMail({ name, link }: { name: string; link: string }, locale: Locale): MailContent {
  return mailContent(passwordReset, { name, minutes: resetMinutes }, link, locale)
}

/** Tells somebody who asked for a new password that it would not let them in. */
export function passwordVoidMail({ name, link }: { name: string; link: string }, locale: Locale): MailContent {
  return mailContent(passwordVoid, { name }, link, locale)
}

interface Inviting {
  readonly inviter: string
  readonly account: string
  readonly role: Role
  readonly link: string
  /** When the link expires. */
  readonly until: Date
}

/** Invites somebody to an account. */
export function invitationMail({ inviter, account, role, link, until }: Inviting, locale: Locale): MailContent {
  const day = until.toLocaleString(locale, { timeZone: 'Asia/Tokyo', dateStyle: 'full', timeStyle: 'short' })
  const values = { inviter, account, role: roleLabel(role)[locale], site: siteName[locale], until: day }
  return mailContent(invitation, values, link, locale)
}
