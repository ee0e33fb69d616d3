import type { Text } from '@adsite/contract'
import { describeEvent } from '../audit/record-event.ts'
import { RequestError } from '../error/request-error.ts'

const askAdministrator = { ja: '管理者に連絡してください。', en: 'Ask your administrator.' }
const again = { ja: 'もう一度お試しください。', en: 'Try again.' }
const and = (one: Text, other: Text): Text => ({ ja: one.ja + other.ja, en: `${one.en} ${other.en}` })

/** Why somebody was not signed in, in the words of the sign-in page; the audit has the key. */
export const faults = {
  unknown_domain: {
    ja: 'このメールアドレスのドメインでは、シングルサインオンを利用できません。パスワードでログインしてください。',
    en: 'Single sign-on is not set up for the domain of this address. Sign in with your password.',
  },
  proof_lapsed: and(
    {
      ja: 'このドメインの所有の確認が失効しているため、シングルサインオンを利用できません。',
      en: 'The proof of this domain has lapsed, so single sign-on is not possible.',
    },
    askAdministrator,
  ),
  provider_unavailable: and({ ja: 'IDプロバイダーに接続できません。', en: 'The identity provider cannot be reached.' }, again),
  expired: and(
    {
      ja: 'ログインの有効期限が切れたか、別のブラウザーで開始されたか、すでに完了しています。',
      en: 'This sign-in has expired, was started in another browser, or is complete already.',
    },
    again,
  ),
  denied: {
    ja: 'IDプロバイダーでログインが中止されました。',
    en: 'The sign-in was cancelled at the identity provider.',
  },
  signed_out: and(
    {
      ja: 'ログインの途中で、IDプロバイダーからログアウトされました。',
      en: 'You were signed out at the identity provider meanwhile.',
    },
    again,
  ),
  provider_error: and(
    { ja: 'IDプロバイダーでエラーが発生しました。', en: 'The identity provider reported an error.' },
    { ja: 'もう一度お試しいただき、続くときは管理者に連絡してください。', en: 'Try again; if it stays, ask your administrator.' },
  ),
  code_refused: and(
    {
      ja: 'IDプロバイダーの確認コードが無効か、すでに使用されています。',
      en: 'The code of the identity provider is not valid or was used already.',
    },
    again,
  ),
  other_issuer: and(
    {
      ja: '別のIDプロバイダーからの応答のため、ログインを中止しました。',
      en: 'The answer came from another identity provider, so you were not signed in.',
    },
    askAdministrator,
  ),
  clock: and(
    {
      ja: 'IDプロバイダーとこのサイトの時刻がずれているため、ログインできません。',
      en: 'The clocks of the identity provider and this site differ too much.',
    },
    askAdministrator,
  ),
  not_trusted: and(
    {
      ja: 'IDプロバイダーの応答を確認できないため、ログインを中止しました。',
      en: 'The answer of the identity provider could not be verified, so you were not signed in.',
    },
    askAdministrator,
  ),
  no_email: and(
    {
      ja: 'IDプロバイダーから、確認済みのメールアドレスを受け取れませんでした。',
      en: 'The identity provider did not send an e-mail address that it has verified.',
    },
    askAdministrator,
  ),
  foreign_domain: and(
    {
      ja: 'このメールアドレスのドメインは、このIDプロバイダーでのログインに登録されていません。',
      en: 'The domain of your e-mail address is not registered for this identity provider.',
    },
    askAdministrator,
  ),
  no_group: and(
    {
      ja: '利用できるアカウントが割り当てられていません。所属グループの割り当てを',
      en: 'No account is assigned to your groups.',
    },
    { ja: '管理者に依頼してください。', en: 'Ask your administrator to assign one.' },
  ),
  inactive: and({ ja: 'このユーザーは利用を停止されています。', en: 'This user is suspended.' }, askAdministrator),
  other_subject: and(
    {
      ja: 'このメールアドレスは、IDプロバイダーの別の利用者に結び付いています。',
      en: 'This e-mail address belongs to another person at the identity provider.',
    },
    askAdministrator,
  ),
  administrator: {
    ja: '管理者はシングルサインオンではログインできません。パスワードでログインしてください。',
    en: 'Administrators do not sign in with single sign-on. Use your password.',
  },
} as const satisfies Record<string, Text>

export type SignInFault = keyof typeof faults

/** The refusal of a sign-in, told on the sign-in page and in the audit. */
export function refusal(fault: SignInFault): RequestError {
  describeEvent({ detail: fault })
  return new RequestError('login_failed', { message: faults[fault] })
}
