import { factorResetHours } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { users } from '../db/schema.ts'
import { mailContent, type MailTexts } from '../mail/mail-content.ts'
import type { MailKind } from '../mail/mail-jobs.ts'
import type { MailService } from '../mail/mail-service.ts'

type FactorMail = Extract<MailKind, 'factor_added' | 'factor_removed' | 'recovery_code_used' | 'factor_reset_asked' | 'factor_reset_done'>

const dear = { ja: '{{name}} 様', en: 'Dear {{name}},' }
const ifNotYou = {
  ja: 'お心当たりのない場合は、すぐに下のリンクからパスワードを変更し、ログイン中の端末と本人確認の方法を確認して、管理者に連絡してください。',
  en: 'If this was not you, change your password at once with this link, check where you are signed in and your sign-in methods, and tell your administrator.',
}
const action = { ja: 'マイアカウントを開く', en: 'Open my account' }

const texts: Readonly<Record<FactorMail, MailTexts>> = {
  factor_added: {
    subject: { ja: '本人確認の方法が追加されました', en: 'A sign-in method was added' },
    body: [
      dear,
      {
        ja: 'ログイン時の本人確認の方法（パスキーまたは認証アプリ）が、お使いのアカウントに追加されました。',
        en: 'A passkey or an authenticator app was added to your account.',
      },
      ifNotYou,
    ],
    action,
    closing: [],
  },
  factor_removed: {
    subject: { ja: '本人確認の方法が削除されました', en: 'A sign-in method was removed' },
    body: [
      dear,
      {
        ja: 'ログイン時の本人確認の方法（パスキーまたは認証アプリ）が、お使いのアカウントから削除されました。',
        en: 'A passkey or an authenticator app was removed from your account.',
      },
      {
        ja: 'ほかの会社のアカウントまたは管理者のアカウントに参加すると、シングルサインオンを使い始めてから追加した方法と回復コードは、安全のため自動的に無効になります。その場合は、シングルサインオンを使わずにログインし、マイアカウントで登録し直してください。',
        en: 'When you join an account of another company or of the administrators, methods that were added since you first used single sign-on are removed for your safety, and so are recovery codes. In that case, sign in without single sign-on and add them again on your account page.',
      },
      ifNotYou,
    ],
    action,
    closing: [],
  },
  recovery_code_used: {
    subject: { ja: '回復コードが使用されました', en: 'A recovery code was used' },
    body: [
      dear,
      {
        ja: 'お使いのアカウントの回復コードが1つ使用されました。残りが少ないときは、マイアカウントで再発行してください。',
        en: 'A recovery code of your account was used. If few are left, make new ones on your account page.',
      },
      ifNotYou,
    ],
    action,
    closing: [],
  },
  factor_reset_asked: {
    subject: { ja: '二段階認証の解除が依頼されました', en: 'A reset of your two-step sign-in was requested' },
    body: [
      dear,
      {
        ja: `お使いのアカウントの二段階認証の解除が、パスワードを入力した方から依頼されました。管理者が承認したとき、または${factorResetHours}時間後に、登録したパスキー・認証アプリ・回復コードがすべて無効になります。`,
        en: `Somebody who knows your password has asked to reset your two-step sign-in. Your passkeys, authenticator app and recovery codes stop working when an administrator confirms it, or after ${factorResetHours} hours.`,
      },
      {
        ja: 'お心当たりのない場合は、すぐに下のリンクからログインして「停止する」を押し、パスワードを変更して、管理者に連絡してください。パスワードの変更だけでも停止します。',
        en: 'If this was not you, sign in with this link at once and press “Stop it”, change your password, and tell your administrator. Changing the password stops it too.',
      },
    ],
    action,
    closing: [],
  },
  factor_reset_done: {
    subject: { ja: '二段階認証が解除されました', en: 'Your two-step sign-in was reset' },
    body: [
      dear,
      {
        ja: '登録されていたパスキー・認証アプリ・回復コードをすべて無効にし、ログイン中の端末をすべてログアウトしました。次回のログイン後に、新しい方法を登録してください。',
        en: 'Your passkeys, authenticator app and recovery codes were removed, and you were signed out everywhere. Sign in and add a new method.',
      },
      ifNotYou,
    ],
    action,
    closing: [],
  },
}

/** Tells users of changes of what they sign in with, so that whoever did not make them learns of it. */
export async function mailFactorChange(db: Database, mail: MailService, kind: FactorMail, email: string): Promise<void> {
  const [user] = await db.select({ name: users.name, locale: users.locale }).from(users).where(eq(users.email, email))
  if (!user) return
  await mail.send({ to: email, ...mailContent(texts[kind], { name: user.name }, mail.page('/account'), user.locale) })
}
