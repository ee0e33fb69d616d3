import { addTexts, useTranslation, type Text } from '@adsite/i18n'
import { contentHash } from '@adsite/screen-kit'

const texts = {
  connection: { ja: 'IDプロバイダーとの接続', en: 'Connection with the provider' },
  redirect_uri: { ja: 'リダイレクトURI', en: 'Redirect URI' },
  redirect_help: {
    ja: 'IDプロバイダーの管理画面でこのサイトをWebアプリケーションとして登録し、このURIを入力してください。',
    en: 'Register this site as a web application at the provider, with this address.',
  },
  logout_uri: { ja: 'バックチャネルログアウトURI', en: 'Back-channel logout URI' },
  logout_help: {
    ja: 'IDプロバイダーがバックチャネルログアウトに対応している場合は、このURIも入力してください。IDプロバイダーでログアウトすると、このサイトからもログアウトします。',
    en: 'If the provider supports back-channel logout, enter this address there too: whoever signs out at the provider is then signed out here.',
  },
  secret: { ja: 'クライアントシークレット', en: 'Client secret' },
  secret_again: {
    ja: 'クライアントシークレット（登録済み。入力すると置き換わります）',
    en: 'Client secret (stored; a new one replaces it)',
  },
  secret_help: { ja: '暗号化して保存します。保存後は表示できません。', en: 'It is stored encrypted and never shown again.' },
  secret_stored: { ja: 'クライアントシークレットを保存しました', en: 'The client secret was stored.' },
  store: { ja: '保存する', en: 'Store' },
  test: { ja: '接続を確認する', en: 'Test the connection' },
  works: {
    ja: '接続できました。IDプロバイダーは必要な機能に対応しています。シークレットは最初のログイン時に確認されます。',
    en: 'The provider answers and can do what is needed. The secret is checked at the first sign-in.',
  },
  no_secret: { ja: '先にクライアントシークレットを保存してください。', en: 'Store the client secret first.' },
  refused_address: {
    ja: '発行者のURLがインターネット上のアドレスではないため、接続しません。',
    en: 'The issuer is not an address on the internet, so it is not called.',
  },
  unreachable: { ja: '接続できません。発行者のURLを確認してください。', en: 'No connection. Check the issuer URL.' },
  no_metadata: {
    ja: '発行者のURLにOpenID Connectの設定（.well-known/openid-configuration）がありません。',
    en: 'The issuer has no OpenID Connect metadata (.well-known/openid-configuration).',
  },
  other_issuer: {
    ja: 'IDプロバイダーが示す発行者と、登録したURLが一致しません。末尾の「/」も含めて同じにしてください。',
    en: 'The provider names another issuer than the URL entered here. They have to be the same, including a final slash.',
  },
  incapable: {
    ja: 'IDプロバイダーが、認可コード・PKCE（S256）・公開鍵のいずれかに対応していません。',
    en: 'The provider lacks the authorization code flow, PKCE (S256) or public keys.',
  },
  domains: { ja: 'メールドメイン', en: 'E-mail domains' },
  domains_help: {
    ja: '所有を確認できたドメインのメールアドレスの人だけがログインできます。DNSのレコードは毎日確認し、{{days}}日間見つからないと確認は失効します。',
    en: 'Only people with an address of a proven domain can sign in. The DNS record is looked for every day; when it is missing for {{days}} days, the proof lapses.',
  },
  no_domains: { ja: 'ドメインが登録されていないため、まだ誰もログインできません。', en: 'There is no domain yet, so nobody can sign in.' },
  WAITING: { ja: '未確認', en: 'Not proven yet' },
  PROVEN: { ja: '確認済み', en: 'Proven' },
  LAPSED: { ja: '失効', en: 'Lapsed' },
  record_help: {
    ja: '次のTXTレコードをDNSに追加してから、確認してください。',
    en: 'Add this TXT record to the DNS of the domain, then check it.',
  },
  record_name: { ja: '名前', en: 'Name' },
  record_value: { ja: '値', en: 'Value' },
  never_checked: { ja: 'まだ確認していません', en: 'Not looked for yet' },
  checked: { ja: '最終確認 {{at}}', en: 'Looked for {{at}}' },
  found_at: { ja: 'レコードを検出 {{at}}', en: 'found {{at}}' },
  check: { ja: '確認する', en: 'Check' },
  proven: { ja: '{{domain}} の所有を確認しました', en: '{{domain}} is proven.' },
  missing: {
    ja: 'TXTレコードが見つかりません。DNSに反映されるまで、時間がかかることがあります。',
    en: 'The TXT record was not found. DNS may take a while to show it.',
  },
  domain: { ja: '追加するドメイン', en: 'Domain to add' },
  domain_help: {
    ja: 'メールアドレスの「@」より後ろの部分です。サブドメインは別に登録してください。',
    en: 'What follows the @ of the addresses. Subdomains are added by themselves.',
  },
  add_domain: { ja: 'ドメインを追加', en: 'Add domain' },
  remove_domain_sure: {
    ja: '{{domain}} の人は、この設定でログインできなくなります。',
    en: 'People of {{domain}} will no longer sign in with this provider.',
  },
  groups: { ja: 'グループの割り当て', en: 'Groups' },
  groups_help: {
    ja: 'グループに属する人に、この企業のアカウントとその権限を与えます。どのグループにも属さない人はログインできません。グループから外れた人は、次のログインで利用できなくなります。',
    en: 'Members of a group get an account of the company, with its role. Whoever is in none of the groups cannot sign in; whoever leaves one loses the account at the next sign-in.',
  },
  no_groups: {
    ja: 'グループが割り当てられていないため、まだ誰もログインできません。',
    en: 'No group is assigned yet, so nobody can sign in.',
  },
  no_accounts: { ja: 'この企業には、割り当てられるアカウントがありません。', en: 'The company has no account that can be given.' },
  group: { ja: 'グループ（名前またはID）', en: 'Group (name or ID)' },
  group_help: {
    ja: 'IDプロバイダーが渡す値と、大文字・小文字まで同じにしてください。',
    en: 'Exactly as the provider sends it, including capitals.',
  },
  account_with_role: { ja: '{{name}}（{{role}}）', en: '{{name}} ({{role}})' },
  account: { ja: '与えるアカウント', en: 'Account to give' },
  add_group: { ja: 'グループを追加', en: 'Add group' },
  remove_group_sure: {
    ja: 'グループ「{{value}}」の人は、次のログインから「{{account}}」を利用できなくなります。',
    en: 'Members of {{value}} lose {{account}} at their next sign-in.',
  },
  requirement: { ja: 'シングルサインオンの必須化', en: 'Require single sign-on' },
  requirement_help: {
    ja: '必須にすると、確認済みのドメインのメールアドレスの人は、この設定でログインしたときだけこの企業のアカウントを利用できます。パスワードやパスキーでのログインと、パスワードの再設定はできなくなります。管理者とAPIキーは対象外です。',
    en: 'Once it is required, people with an address of a proven domain use the accounts of this company only when they have signed in with it: not with a password or a passkey, and passwords cannot be reset. Administrators and API keys are exempt.',
  },
  is_required: { ja: '必須', en: 'Required' },
  is_not_required: { ja: '任意', en: 'Optional' },
  concerned: {
    ja: '対象 {{people}}人 ・ この設定で未ログイン {{without}}人',
    en: 'Users: {{people}} · never signed in with it: {{without}}',
  },
  required_inactive: {
    ja: 'この設定は利用していないため、必須化は働いていません。対象の利用者はパスワードでもログインできます。',
    en: 'This single sign-on is not in use, so the requirement rests: people can sign in with their passwords.',
  },
  required_no_proof: {
    ja: 'ドメインの確認が失効しているため、対象の利用者はログインできません。TXTレコードを元に戻して確認するか、必須をやめてください。',
    en: 'The proof of the domains has lapsed, so the people concerned cannot sign in. Restore the TXT record and check it, or stop requiring it.',
  },
  require: { ja: '必須にする', en: 'Require' },
  require_title: { ja: 'シングルサインオンを必須にしますか？', en: 'Require single sign-on?' },
  require_sure: {
    ja: '対象の利用者がほかの方法でログインしている画面は、ただちにログアウトされます。',
    en: 'People who have signed in another way are signed out at once.',
  },
  require_without: {
    ja: '対象の{{people}}人のうち{{without}}人は、この設定でまだログインしたことがありません。割り当てたグループに属していないと、ログインできなくなります。',
    en: 'Of the users concerned ({{people}}), {{without}} have never signed in with it. They will not be able to unless they are in one of the groups.',
  },
  requirement_begun: { ja: 'シングルサインオンを必須にしました', en: 'Single sign-on is required now.' },
  end_requirement: { ja: '必須をやめる', en: 'Stop requiring' },
  end_requirement_title: { ja: 'シングルサインオンの必須をやめますか？', en: 'Stop requiring single sign-on?' },
  end_requirement_sure: {
    ja: '対象の利用者は、パスワードやパスキーでもログインできるようになります。',
    en: 'People will be able to sign in with passwords and passkeys again.',
  },
  requirement_ended: { ja: 'シングルサインオンを必須でなくしました', en: 'Single sign-on is no longer required.' },
  added: { ja: '{{name}} を追加しました', en: '{{name}} was added.' },
  removed: { ja: '{{name}} を削除しました', en: '{{name}} was deleted.' },
  remove: { ja: '削除', en: 'Delete' },
  remove_title: { ja: '{{name}} を削除しますか？', en: 'Delete {{name}}?' },
  of: { ja: '{{name}}：{{action}}', en: '{{action}} {{name}}' },
} as const satisfies Record<string, Text>

type TextKey = keyof typeof texts

/** Includes a content hash, because two builds of the area can coexist in a page with different texts. */
const namespace = `single-sign-on-${contentHash(JSON.stringify(texts))}`

export function useSingleSignOnText(): (key: TextKey, params?: Readonly<Record<string, string | number>>) => string {
  addTexts(namespace, texts)
  const { t } = useTranslation(namespace)
  return (key, params) => t(key, params ?? {})
}
