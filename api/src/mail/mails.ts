import { invitationHours, resetMinutes, roleLabel, type Locale, type Role } from '@adsite/contract'
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
  closing: [once, { ja: 'その場合、パスワードは変わりません。', en: 'Your password then stays as it is.' }],
}

const invitation: MailTexts = {
  subject: { ja: '「{{account}}」への招待', en: 'Invitation to "{{account}}"' },
  body: [
    {
      ja: '{{inviter}} さんから、「{{account}}」({{role}})に招待されました。',
      en: '{{inviter}} invites you to "{{account}}" ({{role}}).',
    },
    {
      ja: '{{hours}}時間以内に下のリンクを開いてください。',
      en: 'Open this link within {{hours}} hours.',
    },
  ],
  action: { ja: '招待を確認する', en: 'Open the invitation' },
  closing: [once],
}

/** Tells a user how to set a new password. */
export function passwordResetMail({ name, link }: { name: string; link: string }, locale: Locale): MailContent {
  return mailContent(passwordReset, { name, minutes: resetMinutes }, link, locale)
}

/** Invites somebody to an account. */
export function invitationMail(
  { inviter, account, role, link }: { inviter: string; account: string; role: Role; link: string },
  locale: Locale,
): MailContent {
  return mailContent(invitation, { inviter, account, role: roleLabel(role)[locale], hours: invitationHours }, link, locale)
}
