import { useApiQuery } from '@adsite/api-client'
import { campaignEndpoints, type campaign, type ResourceRecord } from '@adsite/contract'
import type { ReactNode } from 'react'
import { DeliveryPanel, PurchaseFact } from './DeliveryPanel.tsx'
import { useScreenText } from './texts.ts'

/** What a campaign has delivered and whether its spend is on pace with its lifetime budget. */
export function CampaignPacePanel({
  record: { id, lifetime_budget },
}: {
  record: Pick<ResourceRecord<typeof campaign>, 'id' | 'lifetime_budget'>
}): ReactNode {
  const t = useScreenText()
  const query = useApiQuery(campaignEndpoints.delivery, { params: { id } })
  const delivery = query.data?.data
  const budget = Number(lifetime_budget)
  return (
    <DeliveryPanel
      query={query}
      budget={budget}
      plan={delivery && { whole: budget, done: Number(delivery.totals.gross), pace: delivery.pace, billing: null }}
      noPace={t('not_yet')}
      record={{ entity: 'campaign', id }}
      purchases={delivery?.purchases.map((purchase) => (
        <PurchaseFact key={purchase.billing} {...purchase} />
      ))}
    />
  )
}
