import { formatSetting, formatSettingEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '広告枠ごとに、掲載できるフォーマットを設定します。',
  en: 'The formats that each ad space accepts.',
}

export default listScreen({
  resource: formatSetting,
  endpoints: formatSettingEndpoints,
  detailRoute: 'format_setting.detail',
  createRoute: 'format_setting.create',
  emptyHint,
})
