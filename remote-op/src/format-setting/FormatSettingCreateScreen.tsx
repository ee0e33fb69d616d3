import { formatSetting, formatSettingEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function FormatSettingCreateScreen() {
  return (
    <ResourceCreate
      resource={formatSetting}
      endpoints={formatSettingEndpoints}
      detailRoute="format_setting.detail"
      listRoute="format_setting.list"
      // A setting is made to let a format in: whoever wants it kept out says so.
      initial={{ enabled: true }}
    />
  )
}
