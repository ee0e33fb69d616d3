import { ad, adEndpoints, campaign, campaignEndpoints, label, labelEndpoints } from '@adsite/contract'
import { RelatedTable, ResourceDetail } from '@adsite/screen-kit'

export default function LabelDetailScreen() {
  return (
    <ResourceDetail resource={label} endpoints={labelEndpoints} listRoute="label.list">
      {({ id }) => (
        <>
          <RelatedTable
            resource={campaign}
            list={campaignEndpoints.list}
            query={{ label_ids: String(id) }}
            columns={['serving_status', 'end_at', 'lifetime_budget']}
            detailRoute="campaign.detail"
            listRoute="campaign.list"
            createRoute={null}
          />
          <RelatedTable
            resource={ad}
            list={adEndpoints.list}
            query={{ label_ids: String(id) }}
            columns={['effective_status', 'campaign_id', 'budget']}
            detailRoute="ad.detail"
            listRoute="ad.list"
            createRoute={null}
          />
        </>
      )}
    </ResourceDetail>
  )
}
