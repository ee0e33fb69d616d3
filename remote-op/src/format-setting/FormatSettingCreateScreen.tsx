import { formatSetting, formatSettingEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function FormatSettingCreateScreen() {
  return (
    <ResourceCreate
      resource={formatSetting}
      endpoints={formatSettingEndpoints}
      detailRoute="format_setting.detail"
      listRoute="format_setting.list"
      // Settings are usually created to allow a format; users who want to refuse it change this.
      initial={{ enabled: true }}
    />
  )
}
