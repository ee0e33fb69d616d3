import { format, formatEndpoints, formatSetting, formatSettingEndpoints, product, productEndpoints } from '@adsite/contract'
import { RelatedTable, ResourceDetail } from '@adsite/screen-kit'

export default function FormatDetailScreen() {
  return (
    <ResourceDetail resource={format} endpoints={formatEndpoints} listRoute="format.list">
      {({ id }) => (
        <>
          <RelatedTable
            resource={product}
            list={productEndpoints.list}
            query={{ format_ids: String(id) }}
            columns={['status', 'billing', 'unit_price', 'sale_from', 'sale_to']}
            detailRoute="product.detail"
            listRoute="product.list"
            createRoute={null}
          />
          <RelatedTable
            resource={formatSetting}
            list={formatSettingEndpoints.list}
            query={{ format_id: String(id) }}
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
