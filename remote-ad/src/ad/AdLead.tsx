import { useApiQuery } from '@adsite/api-client'
import { adEndpoints, type ad, type ResourceRecord } from '@adsite/contract'
import type { ReactNode } from 'react'
import { AdPacePanel } from '../delivery/AdPacePanel.tsx'
import { AdOrderSection } from '../order/AdOrderSection.tsx'
import { AdServingPanel } from '../serving/ServingPanel.tsx'

/** What it has delivered, why it is not served, and its order: what users look for first. */
export function AdLead({ record }: { record: ResourceRecord<typeof ad> }): ReactNode {
  const params = { id: record.id }
  const delivery = useApiQuery(adEndpoints.delivery, { params })
  const serving = useApiQuery(adEndpoints.serving, { params })
  return (
    <>
      <AdPacePanel record={record} />
      <AdServingPanel record={record} />
      <AdOrderSection record={record} inPlace={!delivery.isPending && !serving.isPending} />
    </>
  )
}
