import { formatText, type Locale, type Text } from './text.ts'

/**
 * Texts of failed checks (SPEC section 5 to the letter, ours where SPEC is silent). A schema's message
 * is a key of this table, with its parameters behind `|`: `length|13|13`. Browser and API turn it
 * into the reader's language with `validationText`.
 */
export const validationTexts = {
  required: { ja: '必須項目です。', en: 'This field is required.' },
  too_long: { ja: '入力内容が長すぎます。', en: 'This is too long.' },
  url: { ja: 'URLを入力してください。', en: 'Enter a URL.' },
  account_required: { ja: 'アカウントを選択してください。', en: 'Select an account.' },
  date: { ja: '正しい日付を入力してください。', en: 'Enter a valid date.' },
  minimum_period: { ja: '最低期間より長い日時を指定してください。', en: 'The period is shorter than the minimum.' },
  phone: { ja: '電話番号はハイフンなしの数字で入力してください。', en: 'Enter the phone number as digits without hyphens.' },
  zip: { ja: '郵便番号はXXX-XXXXの形式で入力してください。', en: 'Enter the postal code as XXX-XXXX.' },
  rate: { ja: '0.000から99.999までの数値を小数点以下3桁までで入力してください。', en: 'Enter 0.000 to 99.999 with up to three decimals.' },
  email: { ja: 'メールアドレスの形式で入力してください。', en: 'Enter an e-mail address.' },
  password_mismatch: { ja: '入力されたパスワードが異なります。', en: 'The passwords do not match.' },
  password_short: { ja: '{{0}}文字以上で入力してください。', en: 'Enter at least {{0}} characters.' },
  password_common: {
    ja: '推測されやすいパスワードです。別のパスワードを入力してください。',
    en: 'This password is easy to guess. Choose another one.',
  },
  token: {
    ja: 'リンクが正しくありません。メールのリンクをもう一度開いてください。',
    en: 'The link is incomplete. Open it from the mail again.',
  },
  digits: { ja: '{{0}}桁から{{1}}桁の数字で入力してください。', en: 'Enter {{0}} to {{1}} digits.' },
  decimals: { ja: '小数点以下{{0}}桁までで入力してください。', en: 'Enter up to {{0}} decimal places.' },
  number: { ja: '数値を入力してください。', en: 'Enter a number.' },
  min: { ja: '{{0}}以上の値を入力してください。', en: 'Enter {{0}} or more.' },
  max: { ja: '{{0}}以下の値を入力してください。', en: 'Enter {{0}} or less.' },
  step: { ja: '{{0}}単位で入力してください。', en: 'Enter a multiple of {{0}}.' },
  choice: { ja: '選択肢から選んでください。', en: 'Choose one of the options.' },
  corporate_number: {
    ja: '法人番号が正しくありません。13桁の数字を確認してください。',
    en: 'This corporate number is not valid. Check its 13 digits.',
  },
  not_found: { ja: '指定された対象が見つかりません。', en: 'The referenced record does not exist.' },
  duplicate: { ja: 'すでに登録されています。', en: 'This is already registered.' },
  period_order: { ja: '終了は開始より後の日時を指定してください。', en: 'The end must come after the start.' },
  period_too_long: { ja: '期間は{{0}}日以内で指定してください。', en: 'The period may be at most {{0}} days.' },
  budget_order: { ja: '1日の予算は通期予算以下で入力してください。', en: 'The daily budget may not exceed the lifetime budget.' },
  file_type: {
    ja: 'PDF、PNG、JPEG、GIFのファイルを選んでください。',
    en: 'Choose a PDF, PNG, JPEG or GIF file.',
  },
  file_broken: { ja: 'ファイルが壊れているか、読み取れません。', en: 'The file is damaged or cannot be read.' },
  file_size: { ja: 'ファイルは{{0}}MB以下にしてください。', en: 'The file may be at most {{0}} MB.' },
  image_pixels: { ja: '画像は{{0}}万画素以下にしてください。', en: 'The image may have at most {{1}} megapixels.' },
  files_many: { ja: 'ファイルは{{0}}件まで添付できます。', en: 'At most {{0}} files can be attached.' },
  unknown: { ja: '指定できない項目です。', en: 'This field is not accepted.' },
  invalid: { ja: '入力内容が正しくありません。', en: 'This value is not valid.' },
} as const satisfies Record<string, Text>

export type ValidationKey = keyof typeof validationTexts

/** The message that a schema carries for a failed check, to be read by {@link validationText}. */
export function message(key: ValidationKey, ...params: (string | number)[]): string {
  return [key, ...params].join('|')
}

/** Turns a schema's message into words; a message that is no key (a library's own) becomes `invalid`. */
export function validationText(coded: string, locale: Locale): string {
  const [key = '', ...params] = coded.split('|')
  const text = Object.hasOwn(validationTexts, key) ? validationTexts[key as ValidationKey] : validationTexts.invalid
  return formatText(text[locale], Object.fromEntries(params.map((param, index) => [String(index), param])))
}
