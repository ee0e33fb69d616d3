import { formatText, type Locale, type Text } from './text.ts'
import { isKeyOf } from '../value/keys.ts'

/**
 * Messages of failed validations (verbatim from spec/texts "Validation messages", our own where it defines
 * none). The message of a schema is a key of this table, with parameters after `|`: `length|13|13`. Browser and
 * API translate it with `validationText`.
 */
export const validationTexts = {
  required: { ja: '必須項目です。', en: 'This field is required.' },
  too_short: { ja: '{{0}}文字以上で入力してください。', en: 'Enter at least {{0}} characters.' },
  too_long: { ja: '入力内容が長すぎます。', en: 'This is too long.' },
  url: { ja: 'URLを入力してください。', en: 'Enter a URL.' },
  account_required: { ja: 'アカウントを選択してください。', en: 'Select an account.' },
  date: { ja: '正しい日付を入力してください。', en: 'Enter a valid date.' },
  date_only: { ja: '時刻は指定できません。日付だけを入力してください。', en: 'Enter the date alone, without a time.' },
  minimum_period: { ja: '最低期間より長い日時を指定してください。', en: 'The period is shorter than the minimum.' },
  phone: { ja: '電話番号はハイフンなしの数字で入力してください。', en: 'Enter the phone number as digits without hyphens.' },
  zip: { ja: '郵便番号はXXX-XXXXの形式で入力してください。', en: 'Enter the postal code as XXX-XXXX.' },
  rate: { ja: '0.000から99.999までの数値を小数点以下3桁までで入力してください。', en: 'Enter 0.000 to 99.999 with up to three decimals.' },
  email: { ja: 'メールアドレスの形式で入力してください。', en: 'Enter an e-mail address.' },
  password_mismatch: { ja: '入力されたパスワードが異なります。', en: 'The passwords do not match.' },
  password_wrong: { ja: '現在のパスワードが正しくありません。', en: 'This is not your present password.' },
  code_wrong: {
    ja: 'コードが正しくないか、すでに使用されています。新しいコードを入力してください。',
    en: 'This code is wrong or was used already. Enter a new one.',
  },
  password_short: { ja: '{{0}}文字以上で入力してください。', en: 'Enter at least {{0}} characters.' },
  password_common: {
    ja: '推測されやすいパスワードです。別のパスワードを入力してください。',
    en: 'This password is easy to guess. Choose another one.',
  },
  password_same: {
    ja: '現在のパスワードと同じです。別のパスワードを入力してください。',
    en: 'This is your present password. Choose another one.',
  },
  token: {
    ja: 'リンクが正しくありません。メールのリンクをもう一度開いてください。',
    en: 'The link is incomplete. Open it from the mail again.',
  },
  totp_code: {
    ja: '認証アプリに表示されている6桁の数字を入力してください。',
    en: 'Enter the six digits that the authenticator app shows.',
  },
  recovery_code: {
    ja: '回復コードは16文字です。控えのとおりに入力してください。',
    en: 'A recovery code has 16 characters. Enter it as you noted it down.',
  },
  digits: { ja: '{{0}}～{{1}}桁の数字で入力してください。', en: 'Enter {{0}} to {{1}} digits.' },
  digits_exactly: { ja: '{{0}}桁の数字で入力してください。', en: 'Enter {{0}} digits.' },
  decimals: { ja: '小数点第{{0}}位までで入力してください。', en: 'Enter up to {{0}} decimal places.' },
  whole_yen: { ja: '1円未満は指定できません。1円単位で入力してください。', en: 'Enter whole yen, without decimals.' },
  integer: { ja: '整数を入力してください。', en: 'Enter a whole number.' },
  number: { ja: '数値を入力してください。', en: 'Enter a number.' },
  min: { ja: '{{0}}以上で入力してください。', en: 'Enter {{0}} or more.' },
  max: { ja: '{{0}}以下で入力してください。', en: 'Enter {{0}} or less.' },
  min_yen: { ja: '{{0}}円以上で入力してください。', en: 'Enter ¥{{0}} or more.' },
  max_yen: { ja: '{{0}}円以下で入力してください。', en: 'Enter ¥{{0}} or less.' },
  step_yen: { ja: '{{0}}円単位で入力してください。', en: 'Enter a multiple of ¥{{0}}.' },
  choice: { ja: '選択肢から選んでください。', en: 'Choose one of the options.' },
  corporate_number: {
    ja: '法人番号が正しくありません。13桁の数字を確認してください。',
    en: 'This corporate number is not valid. Check its 13 digits.',
  },
  limit_raise: {
    ja: '与信が承認済みのときだけ、与信枠を引き上げられます。',
    en: 'The limit can be raised only while the credit is approved.',
  },
  source: {
    ja: '半角の英数字と . - _ を100文字まで入力してください。',
    en: 'Enter up to 100 letters, digits, dots, hyphens or underscores.',
  },
  not_found: { ja: '指定された対象が見つかりません。', en: 'The referenced record does not exist.' },
  duplicate: { ja: 'すでに登録されています。', en: 'This is already registered.' },
  period_order: { ja: '終了は開始より後の日時を指定してください。', en: 'The end must come after the start.' },
  days_order: { ja: '終了日は開始日以降の日付を指定してください。', en: 'The last day cannot come before the first.' },
  day_years: { ja: '{{0}}年から{{1}}年までの日付を指定してください。', en: 'Choose days from {{0}} to {{1}}.' },
  period_too_long: { ja: '期間は{{0}}日以内で指定してください。', en: 'The period may be at most {{0}} days.' },
  period_overlap: {
    ja: '期間が登録済みのものと重なっています。重ならない日付を指定してください。',
    en: 'This period overlaps one that exists. Choose days that do not.',
  },
  day_past: { ja: '{{0}}以降の日付を指定してください。', en: 'Choose {{0}} or a later day.' },
  share_settled: {
    ja: 'この媒体の過去の日は、メディアグループの分配率で確定しています。今日以降の日付を指定してください。',
    en: 'Past days of this medium are settled at the share of its media group. Choose today or a later day.',
  },
  current_immutable: {
    ja: '適用中の期間は終了日だけを変更できます。',
    en: 'Only the end of the current period can be changed.',
  },
  issuer: {
    ja: 'https:// で始まり、「?」や「#」を含まない発行者のURLを入力してください。',
    en: 'Enter the issuer, an address that begins with https:// and has neither ? nor #.',
  },
  domain: { ja: 'ドメインを「example.co.jp」の形式で入力してください。', en: 'Enter a domain like example.co.jp.' },
  domain_or_app: { ja: 'ドメインかアプリIDのどちらかを入力してください。', en: 'Enter a domain or an app ID.' },
  video_types: { ja: '動画フォーマットには動画の形式だけを選んでください。', en: 'Choose video types only for a video format.' },
  image_types: { ja: '画像の形式だけを選んでください。', en: 'Choose image types only.' },
  budget_order: { ja: '1日の予算は通期予算以下で入力してください。', en: 'The daily budget may not exceed the lifetime budget.' },
  file_type: {
    ja: 'PDF、PNG、JPEG、GIFのファイルを選んでください。',
    en: 'Choose a PDF, PNG, JPEG or GIF file.',
  },
  pdf_active: {
    ja: 'スクリプト、自動実行または添付ファイルを含むPDFは登録できません。PDFとして印刷（出力）し直したファイルを選んでください。',
    en: 'A PDF with scripts, automatic actions or attached files cannot be kept. Print it to a new PDF and choose that one.',
  },
  file_broken: { ja: 'ファイルが壊れているか、読み取れません。', en: 'The file is damaged or cannot be read.' },
  file_size: { ja: 'ファイルは{{0}}MB以下にしてください。', en: 'The file may be at most {{0}} MB.' },
  image_pixels: { ja: '画像は{{0}}万画素以下にしてください。', en: 'The image may have at most {{1}} megapixels.' },
  files_many: { ja: 'ファイルは{{0}}件まで添付できます。', en: 'At most {{0}} files can be attached.' },
  urls: { ja: 'https:// で始まるURLを1行に1件ずつ入力してください。', en: 'Enter addresses that begin with https://, one per line.' },
  urls_many: { ja: '{{0}}件まで入力できます。', en: 'At most {{0}} addresses.' },
  text_max: { ja: 'このフォーマットでは{{0}}文字以内です（現在 {{1}}文字）。', en: 'This format allows {{0}} characters ({{1}} now).' },
  text_unused: { ja: 'このフォーマットでは使いません。空欄にしてください。', en: 'This format does not use it. Leave it empty.' },
  image_type: { ja: 'GIF、PNG、JPEGのファイルを選んでください。', en: 'Choose a GIF, PNG or JPEG file.' },
  creative_not_shown: {
    ja: '承認済みで、停止中でないクリエイティブを選んでください。',
    en: 'Choose a creative that is approved and not paused.',
  },
  creative_dimensions: {
    ja: '既定クリエイティブの大きさ（{{0}}×{{1}}px）と配信枠の大きさを同じにしてください。',
    en: 'The frame and its default creative ({{0}}×{{1}} px) must be of the same size.',
  },
  group_of_other: { ja: '同じ広告主のグループを選んでください。', en: 'Choose a group of the same advertiser.' },
  order_product: {
    ja: 'この広告には広告商品または購入数がないため、申し込めません。',
    en: 'This ad has no product or no quantity: there is nothing to order.',
  },
  order_waiting: {
    ja: '申込の承認待ちです。変更するには、先に申込を取り下げてください。',
    en: 'The order waits for approval. Withdraw it before you change this.',
  },
  change_waiting: {
    ja: '変更申請の承認待ちです。変更するには、先に変更申請を取り下げてください。',
    en: 'A proposed change waits for approval. Withdraw it before you change this.',
  },
  change_ended: {
    ja: '広告の期間が終わっています。この変更には、これからの終了日時が必要です。',
    en: 'The period of the ad is over. This change needs an end that is still to come.',
  },
  order_ended: { ja: '広告の期間が終わっているため、申し込めません。', en: 'The period of the ad is over: it cannot be ordered.' },
  order_credit: {
    ja: '企業の与信またはアカウントの状態により、新しい申込はできません。',
    en: 'The credit or the account of the advertiser does not allow new orders.',
  },
  material_format: { ja: '先にフォーマットを選んで保存してください。', en: 'Choose a format and save it first.' },
  material_none: {
    ja: 'このフォーマットでは画像素材を使えません。フォーマットを確認してください。',
    en: 'This format does not accept image materials. Check the format.',
  },
  image_format: { ja: '{{0}}×{{1}}pxの画像に合うフォーマットがありません。', en: 'No format takes an image of {{0}}×{{1}} px.' },
  material_type: { ja: '画像は {{0}} のファイルにしてください。', en: 'The image must be a {{0}} file.' },
  material_dimensions: {
    ja: '画像を{{0}}×{{1}}px、または{{2}}×{{3}}pxにしてください（この画像は{{4}}×{{5}}pxです）。',
    en: 'The image must be {{0}}×{{1}} px or {{2}}×{{3}} px (this one is {{4}}×{{5}} px).',
  },
  material_bytes: {
    ja: 'ファイルは{{0}}KB以下にしてください（保存後 {{1}}KB）。',
    en: 'The file may be at most {{0}} KB ({{1}} KB as stored).',
  },
  material_twice: {
    ja: '{{0}}×{{1}}pxの素材はすでにあります。差し替えるときは先に削除してください。',
    en: 'There already is a {{0}}×{{1}} px material. Delete it first to replace it.',
  },
  rows_many: {
    ja: '一度に処理できるのは{{0}}件までです。条件を絞り込んでください。',
    en: 'At most {{0}} records at once. Narrow the selection.',
  },
  views_many: { ja: '保存できる表示は{{0}}件までです。', en: 'At most {{0}} views can be saved.' },
  lines_many: { ja: '一度に取り込めるのは{{0}}行までです。ファイルを分けてください。', en: 'At most {{0}} lines at once. Split the file.' },
  columns_many: { ja: '列は{{0}}列までです。不要な列を削除してください。', en: 'At most {{0}} columns. Remove those that are not needed.' },
  line_long: {
    ja: '{{0}}行目が{{1}}文字を超えています。引用符の閉じ忘れがないか確認してください。',
    en: 'Line {{0}} is longer than {{1}} characters. Check that every quote is closed.',
  },
  file_seconds: {
    ja: '処理が{{0}}秒以内に終わらないため中止しました。何も登録していません。もう一度試すか、ファイルを小さくしてください。',
    en: 'This took longer than {{0}} seconds and was stopped; nothing was stored. Try again, or make the file smaller.',
  },
  file_unworkable: {
    ja: 'このファイルは処理できません。保存し直すか、小さくしてください。',
    en: 'This file cannot be processed. Save it again, or make it smaller.',
  },
  file_empty: { ja: 'ファイルに見出し行がありません。', en: 'The file has no header line.' },
  file_encoding: {
    ja: '文字コードを読み取れません。UTF-8またはShift_JISで保存してください。',
    en: 'The encoding cannot be read. Save the file as UTF-8 or Shift_JIS.',
  },
  file_workbook: {
    ja: 'Excelなどのブックは読み取れません。CSVで保存してから選んでください。',
    en: 'Workbooks of Excel and the like cannot be read. Save the sheet as CSV, and choose that.',
  },
  csv_broken: {
    ja: '{{0}}行目をCSVとして読み取れません。引用符を確認してください。',
    en: 'Line {{0}} is not valid CSV. Check its quotes.',
  },
  csv_cells: { ja: '列の数が見出し行と異なります。', en: 'The number of cells differs from the header.' },
  column_unknown: { ja: '見出し「{{0}}」に対応する項目がありません。', en: 'No field belongs to the header “{{0}}”.' },
  column_twice: { ja: '「{{0}}」の列が複数あります。', en: 'There are several columns for “{{0}}”.' },
  row_twice: { ja: '同じIDの行が{{0}}行目にもあります。', en: 'Line {{0}} has the same ID.' },
  create_only: { ja: '登録後は変更できません。', en: 'This cannot be changed after it was created.' },
  ambiguous: {
    ja: '同じ名前の対象が複数あります。名前の代わりにIDを「#123」の形式で入力してください。',
    en: 'Several records have this name. Enter the ID as “#123” instead.',
  },
  boolean: { ja: '「はい」または「いいえ」を入力してください。', en: 'Enter “Yes” or “No”.' },
  too_many: { ja: '{{0}}件まで指定できます。', en: 'At most {{0}} can be chosen.' },
  hours_none: { ja: '配信する時間帯を1つ以上選んでください。', en: 'Choose at least one hour.' },
  city_in_prefecture: {
    ja: '都道府県全体を選んでいるときは、その市区町村を指定できません。',
    en: 'A city cannot be listed when its whole prefecture is.',
  },
  device_without_system: {
    ja: '選んだデバイスとOSの組み合わせでは配信できません。',
    en: 'No device has this combination of device and OS.',
  },
  frame_code: {
    ja: '半角の英数字と記号で、空白を入れずに入力してください。',
    en: 'Use letters, digits and signs of ASCII, without spaces.',
  },
  frame_size: {
    ja: '幅と高さは、両方を1以上にするか、サイズを限定しない場合は両方を0にしてください。',
    en: 'Enter width and height, or 0 for both to take every size.',
  },
  one_place: { ja: '媒体、広告枠、記事のいずれか1つを選んでください。', en: 'Choose one medium, ad space or article.' },
  cap_incomplete: {
    ja: 'フリークエンシーキャップは単位、期間、回数をすべて指定してください。',
    en: 'A frequency cap needs level, period and count.',
  },
  product_required: { ja: '商品が選択されていません。商品を選択してください。', en: 'No product is selected. Choose one.' },
  product_not_on_sale: {
    ja: 'この商品は現在販売していません。別の商品を選択してください。',
    en: 'This product is not on sale now. Choose another one.',
  },
  zip_elsewhere: {
    ja: 'この郵便番号は{{2}}のもので、{{0}}のものではありません。',
    en: 'This postal code is in {{3}}, not in {{1}}.',
  },
  zip_unknown: { ja: 'この郵便番号は見つかりません。', en: 'No place has this postal code.' },
  city_elsewhere: { ja: '「{{0}}」は{{3}}にあり、{{1}}にはありません。', en: '“{{0}}” is in {{4}}, not in {{2}}.' },
  city_name_unknown: { ja: '「{{0}}」という市区町村は見つかりません。', en: 'No city is called “{{0}}”.' },
  city_unknown: { ja: '市区町村コード{{0}}はありません。', en: 'There is no city with the code {{0}}.' },
  placement_unknown: {
    ja: '配信先に選べない媒体または広告枠があります（ID {{0}}）。',
    en: 'Some media or ad spaces are not available (ID {{0}}).',
  },
  quantity_min: {
    ja: '最低購入数{{0}}に{{1}}足りません。',
    en: 'The minimum purchase is {{0}}: {{1}} more are needed.',
  },
  budget_exceeded: {
    ja: 'キャンペーンの予算を{{0}}円超えています（残り{{1}}円）。',
    en: 'This exceeds the campaign’s budget by ¥{{0}} (¥{{1}} left).',
  },
  budget_below_ads: {
    ja: '広告の予算の合計{{0}}円を{{1}}円下回っています。',
    en: 'The ads’ budgets add up to ¥{{0}}: this is ¥{{1}} less.',
  },
  outside_campaign: {
    ja: 'キャンペーンの期間（{{0}}〜{{1}}）の中で指定してください。',
    en: 'Stay within the campaign’s period ({{0}} to {{1}}).',
  },
  ads_outside_period: {
    ja: '期間からはみ出る広告が{{0}}件あります。先に広告の期間を変更してください。',
    en: '{{0}} ad(s) would lie outside this period. Change their periods first.',
  },
  reference_ended: { ja: '終了またはアーカイブ済みのため選択できません。', en: 'It has ended or is archived and cannot be chosen.' },
  excluded_already: { ja: 'この広告は、すでにこの媒体から除外されています。', en: 'The ad is already excluded from this medium.' },
  supply_excludes: {
    ja: '媒体側では除外だけを登録できます。',
    en: 'The media side can only exclude.',
  },
  type_text: { ja: '文字列で指定してください。', en: 'Give a text.' },
  type_boolean: { ja: 'trueまたはfalseで指定してください。', en: 'Enter true or false.' },
  type_list: { ja: '配列で指定してください。', en: 'Give a list.' },
  type_object: { ja: 'オブジェクトで指定してください。', en: 'Give an object.' },
  characters: {
    ja: '使用できない文字が含まれています。入力し直してください。',
    en: 'This contains characters that cannot be stored. Enter it again.',
  },
  unknown: { ja: '指定できない項目です。', en: 'This field is not accepted.' },
  invalid: { ja: '入力内容が正しくありません。', en: 'This value is not valid.' },
} as const satisfies Record<string, Text>

export type ValidationKey = keyof typeof validationTexts

const keyOf = (coded: string) => coded.replace(/\|.*/su, '')

/** Returns false for a validation library's own message. */
export const isValidationMessage = (coded: string): boolean => Object.hasOwn(validationTexts, keyOf(coded))

/** Translates a schema's message; a message that is not a key (the library's own) becomes `invalid`. */
export function validationText(coded: string, locale: Locale): string {
  const [, ...params] = coded.split('|')
  const key = keyOf(coded)
  const text = isKeyOf(validationTexts, key) ? validationTexts[key] : validationTexts.invalid
  return formatText(text[locale], Object.fromEntries(params.map((param, index) => [String(index), param])))
}
