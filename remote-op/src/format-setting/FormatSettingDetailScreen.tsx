import { formatSetting, formatSettingEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'

export default function FormatSettingDetailScreen() {
  return <ResourceDetail resource={formatSetting} endpoints={formatSettingEndpoints} listRoute="format_setting.list" />
}
