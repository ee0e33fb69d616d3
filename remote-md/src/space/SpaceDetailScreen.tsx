import { formatSetting, formatSettingEndpoints, space, spaceEndpoints } from '@adsite/contract'
import { RelatedTable, ResourceDetail } from '@adsite/screen-kit'
import { LastDaysSection } from './LastDaysSection.tsx'
import { TagsSection } from './TagsSection.tsx'

export default function SpaceDetailScreen() {
  return (
    <ResourceDetail resource={space} endpoints={spaceEndpoints} listRoute="space.list">
      {({ id }) => (
        <>
          <LastDaysSection spaceId={id} />
          <TagsSection spaceId={id} />
          <RelatedTable
            resource={formatSetting}
            list={formatSettingEndpoints.list}
            query={{ space_id: String(id) }}
            columns={['enabled', 'template', 'floor_price']}
            detailRoute="format_setting.detail"
            listRoute="format_setting.list"
            createRoute="format_setting.create"
          />
        </>
      )}
    </ResourceDetail>
  )
}
