import { useApiQuery } from '@adsite/api-client'
import { adEndpoints, type ad, type EndpointResponse, type ResourceRecord } from '@adsite/contract'
import type { ReactNode } from 'react'
import { useAdOrders } from '../order/use-ad-orders.ts'
import { DeliveryPanel, PurchaseFact, type Plan } from './DeliveryPanel.tsx'
import { useScreenText } from './texts.ts'

type Delivery = EndpointResponse<typeof adEndpoints.delivery>['data']

/** What was bought by number is the plan; without a number, the budget is. */
function planOf({ purchase, pace, totals }: Delivery, budget: number): Plan {
  if (purchase) return { whole: purchase.bought, done: purchase.delivered, pace: purchase.pace, billing: purchase.billing }
  return { whole: budget, done: Number(totals.gross), pace, billing: null }
}

/** What an ad has delivered and whether it is on pace with its quantity, else with its budget. */
export function AdPacePanel({ record: { id, budget } }: { record: Pick<ResourceRecord<typeof ad>, 'id' | 'budget'> }): ReactNode {
  const t = useScreenText()
  const query = useApiQuery(adEndpoints.delivery, { params: { id } })
  const { orders, own } = useAdOrders(id)
  const delivery = query.data?.data

  /** What is missing for a pace; nothing is said of an order that is not known. */
  function whyMissing(): string {
    if (delivery?.purchase?.delivered === null) return t('quantity_unknown')
    return orders && own?.status !== 'APPROVED' ? t('ad_not_yet') : t('not_yet')
  }
  return (
    <DeliveryPanel
      query={query}
      budget={Number(budget)}
      plan={delivery && planOf(delivery, Number(budget))}
      noPace={whyMissing()}
      record={{ entity: 'ad', id }}
      purchases={delivery?.purchase ? <PurchaseFact {...delivery.purchase} /> : null}
    />
  )
}
