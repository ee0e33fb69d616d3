export const emptyHint = {
  ja: '広告主、期間、予算を決めて、最初のキャンペーンを登録してください。',
  en: 'Choose an advertiser, a period and a budget, and create the first one.',
}
