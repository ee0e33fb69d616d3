import { freshMinutes, recoveryCodeCount, type Text } from '@adsite/contract'
import { textReader } from '../base/text-reader.ts'

export const factorTexts = {
  confirm_title: { ja: '本人確認', en: 'Confirm that it is you' },
  confirm_help: {
    ja: `重要な操作のため、もう一度ご本人であることを確認します。確認後${freshMinutes}分間は、あらためて確認せずに操作できます。`,
    en: `This is a sensitive action. Once confirmed, you are not asked again for ${freshMinutes} minutes.`,
  },
  step_help: {
    ja: '続けて、登録した方法でご本人であることを確認してください。',
    en: 'One more step: confirm that it is you.',
  },
  enrol_title: { ja: '二段階認証の登録', en: 'Set up two-step sign-in' },
  enrol_help: {
    ja: 'このアカウントでは、ログインに二段階認証が必須です。パスキーまたは認証アプリを登録すると、ログインが完了します。',
    en: 'This account requires two-step sign-in. Add a passkey or an authenticator app to complete your sign-in.',
  },
  enrol_passkey_help: {
    ja: 'この端末やスマートフォンの指紋・顔・画面ロックで確認します。次回からはパスワードなしでログインできます。',
    en: 'Uses the fingerprint, face or screen lock of this device or your phone. You then sign in without a password.',
  },
  enrol_totp_help: {
    ja: 'スマートフォンの認証アプリに表示される6桁のコードで確認します。',
    en: 'Uses the six digits that an authenticator app on your phone shows.',
  },
  enrol_other: { ja: '別の方法を選ぶ', en: 'Choose another method' },
  lost: { ja: '登録した方法をすべて失くした場合', en: 'I have lost all of these' },
  lost_help: {
    ja: '二段階認証の解除を依頼できます。管理者が承認するか、{{hours}}時間が過ぎると、パスワードだけでログインできるようになります。ご本人にはメールでお知らせします。',
    en: 'You can ask for a reset. When an administrator confirms it, or after {{hours}} hours, your password is enough to sign in. You are told by mail.',
  },
  lost_ask: { ja: '解除を依頼する', en: 'Ask for a reset' },
  lost_asked: {
    ja: '二段階認証の解除を依頼しました。管理者が承認するか、{{at}}を過ぎたら、もう一度ログインしてください。',
    en: 'A reset was requested. Sign in again when an administrator has confirmed it, or after {{at}}.',
  },
  reset_label: { ja: '二段階認証の解除のお知らせ', en: 'About the reset of your two-step sign-in' },
  reset_due: {
    ja: '二段階認証の解除が依頼されています。管理者の承認後、または{{at}}に、登録した方法がすべて無効になります。お心当たりがない場合は停止してください。',
    en: 'A reset of your two-step sign-in was requested. All your methods stop working when an administrator confirms it, or at {{at}}. Stop it if this was not you.',
  },
  reset_stop: { ja: '停止する', en: 'Stop it' },
  reset_stopped: {
    ja: '二段階認証の解除を停止しました。パスワードが知られているおそれがあります。変更してください',
    en: 'The reset was stopped. Somebody may know your password: change it.',
  },
  due_label: { ja: '二段階認証のお知らせ', en: 'About two-step sign-in' },
  due: {
    ja: '{{day}}から、ログインに二段階認証が必須になります。お早めにパスキーまたは認証アプリを登録してください。',
    en: 'Two-step sign-in is required from {{day}}. Add a passkey or an authenticator app before then.',
  },
  due_action: { ja: '登録する', en: 'Set it up' },
  other_user: { ja: '別のユーザーでログインする', en: 'Sign in as somebody else' },
  confirm: { ja: '確認して続ける', en: 'Confirm and continue' },
  password: { ja: 'パスワード', en: 'Password' },
  totp: { ja: '認証アプリの6桁のコード', en: 'Six-digit code of the authenticator app' },
  recovery_code: { ja: '回復コード（16文字）', en: 'Recovery code (16 characters)' },
  recovery_code_help: {
    ja: '登録時に控えたコードを1つ入力してください。使ったコードは無効になります。',
    en: 'Enter one of the codes that you noted down. It works once.',
  },
  passkey_help: {
    ja: 'この端末またはスマートフォンの、指紋・顔・画面ロックで確認します。',
    en: 'Use the fingerprint, face or screen lock of this device or your phone.',
  },
  use_passkey: { ja: 'パスキーで確認する', en: 'Use a passkey' },
  use_totp: { ja: '認証アプリを使う', en: 'Use the authenticator app' },
  use_recovery_code: { ja: '回復コードを使う', en: 'Use a recovery code' },
  sign_in_with_passkey: { ja: 'パスキーでログイン', en: 'Sign in with a passkey' },
  cancelled: {
    ja: 'パスキーの確認が中止されたか、時間切れになりました。もう一度お試しください。',
    en: 'The passkey was not used, or it took too long. Try again.',
  },
  passkeys_unavailable: {
    ja: 'パスキーは、このブラウザーまたはこのアドレスでは使えません。',
    en: 'Passkeys do not work in this browser or at this address.',
  },
  factors: { ja: '二段階認証とパスキー', en: 'Two-step sign-in and passkeys' },
  factors_help: {
    ja: '登録すると、パスワードが知られてもログインされません。スマートフォンの紛失に備えて、2つ以上の登録をおすすめします。',
    en: 'With one of them, whoever learns your password still cannot sign in. Add two or more, in case you lose your phone.',
  },
  no_factors: { ja: 'まだ登録されていません。', en: 'You have not added any yet.' },
  kind_passkey: { ja: 'パスキー', en: 'Passkey' },
  kind_totp: { ja: '認証アプリ', en: 'Authenticator app' },
  facts: { ja: '登録 {{added}} ・ 最終利用 {{used}}', en: 'added {{added}} · last used {{used}}' },
  never_used: { ja: 'なし', en: 'never' },
  add_passkey: { ja: 'パスキーを登録する', en: 'Add a passkey' },
  add_totp: { ja: '認証アプリを登録する', en: 'Add an authenticator app' },
  replace_totp: { ja: '認証アプリを登録し直す', en: 'Replace the authenticator app' },
  remove: { ja: '削除する', en: 'Remove' },
  remove_named: { ja: '{{name}}を削除する', en: 'Remove {{name}}' },
  remove_title: { ja: '{{name}}を削除しますか？', en: 'Remove {{name}}?' },
  remove_help: { ja: 'この方法ではログインできなくなります。', en: 'You will not be able to sign in with it any more.' },
  remove_last: {
    ja: '最後の方法です。削除すると、ログイン時の本人確認がなくなり、回復コードも無効になります。',
    en: 'This is your last one. You will no longer be asked for a second factor, and your recovery codes stop working.',
  },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  added: { ja: '本人確認の方法を登録しました', en: 'The sign-in method was added.' },
  removed: { ja: '本人確認の方法を削除しました', en: 'The sign-in method was removed.' },
  passkey_name: { ja: 'パスキーの名前', en: 'Name of the passkey' },
  passkey_name_help: { ja: 'どの端末のパスキーか分かる名前を付けます。', en: 'A name that tells you which device has it.' },
  passkey_default: { ja: 'この端末', en: 'This device' },
  passkey_steps: {
    ja: '「登録する」を押すと、ブラウザーの画面が開きます。指紋・顔・画面ロックなど、画面の案内に従ってください。',
    en: 'Your browser will ask for your fingerprint, face or screen lock. Follow what it says.',
  },
  passkey_known: {
    ja: 'この端末のパスキーは、すでに登録されています。',
    en: 'A passkey of this device has been added already.',
  },
  register: { ja: '登録する', en: 'Add' },
  totp_step_app: {
    ja: '認証アプリ（Google Authenticator、Microsoft Authenticator、1Passwordなど）をスマートフォンで開きます。',
    en: 'Open an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password.',
  },
  totp_step_scan: {
    ja: 'アプリで次のQRコードを読み取ります。スマートフォンで操作中の場合は、下のリンクを開くか、キーをアプリに入力してください。',
    en: 'Scan this QR code with the app. If you are on that phone, open the link below, or enter the key in the app.',
  },
  totp_step_code: { ja: 'アプリに表示された6桁のコードを入力します。', en: 'Enter the six digits that the app shows.' },
  qr_label: { ja: '認証アプリで読み取るQRコード', en: 'QR code for the authenticator app' },
  totp_open: { ja: '認証アプリで開く', en: 'Open in the authenticator app' },
  totp_key: { ja: 'キー', en: 'Key' },
  recovery_title: { ja: '回復コード', en: 'Recovery codes' },
  recovery_help: {
    ja: `スマートフォンなどを失くしたときに、代わりに使うコードです。この${recoveryCodeCount}個は今だけ表示されます。印刷するか、安全な場所に保存してください。1つのコードは1回だけ使えます。`,
    en: `Use them if you lose your phone. These ${recoveryCodeCount} codes are shown only now: print them, or keep them in a safe place. Each works once.`,
  },
  recovery_copy: { ja: 'コピーする', en: 'Copy' },
  recovery_copied: { ja: '回復コードをコピーしました', en: 'The recovery codes were copied.' },
  recovery_not_copied: {
    ja: '回復コードをコピーできませんでした。ファイルに保存するか、選択してコピーしてください。',
    en: 'The recovery codes could not be copied. Save them as a file, or select and copy them yourself.',
  },
  recovery_save: { ja: 'ファイルに保存する', en: 'Save as a file' },
  recovery_done: { ja: '保存しました', en: 'I have kept them' },
  recovery_left: { ja: '回復コード: 残り{{left}}個', en: 'Recovery codes left: {{left}}' },
  recovery_renew: { ja: '回復コードを再発行する', en: 'Make new recovery codes' },
  recovery_renew_title: { ja: '回復コードを再発行しますか？', en: 'Make new recovery codes?' },
  recovery_renew_ok: { ja: '再発行する', en: 'Make new ones' },
  recovery_renew_help: {
    ja: '再発行すると、これまでのコードはすべて使えなくなります。',
    en: 'Once you make new ones, the former codes stop working.',
  },
} as const satisfies Record<string, Text>

export const useFactorText = textReader('shell-factor', factorTexts)
