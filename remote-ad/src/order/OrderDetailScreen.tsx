import { useMay } from '@adsite/auth'
import { order, orderEndpoints, type ResourceRecord } from '@adsite/contract'
import { ActionFacts, Panel, ResourceDetail } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { LastChange } from './LastChange.tsx'
import { OrderFigures, orderFacts } from './OrderFigures.tsx'
import { TermChanges } from './TermChanges.tsx'
import { useScreenText } from './texts.ts'
import { useAdOrders } from './use-ad-orders.ts'

function Changes({ record }: { record: ResourceRecord<typeof order> }): ReactNode {
  const t = useScreenText()
  const { orders, own, error, retry } = useAdOrders(record.ad_id)
  return (
    <Panel title={t('changes')} busy={!orders && !error} failure={error && !orders ? { error, retry } : null}>
      {own ? <TermChanges before={own} after={record} /> : null}
    </Panel>
  )
}

/** Shown first: pending decisions with the proposed changes and the figures, and what became of the change of an approved order. */
function Lead({ record }: { record: ResourceRecord<typeof order> }): ReactNode {
  const t = useScreenText()
  const seesFigures = useMay('order.submit')
  if (record.kind === 'NEW' && record.status === 'APPROVED') return <LastChange record={record} />
  if (record.status !== 'PENDING_APPROVAL') return null
  return (
    <>
      {record.kind === 'CHANGE' ? <Changes record={record} /> : null}
      {seesFigures ? (
        <Panel title={t('figures')}>
          <OrderFigures adId={record.ad_id} />
        </Panel>
      ) : null}
    </>
  )
}

export default function OrderDetailScreen(): ReactNode {
  return (
    <ActionFacts resource={order} facts={orderFacts}>
      <ResourceDetail resource={order} endpoints={orderEndpoints} listRoute="order.list" lead={Lead} />
    </ActionFacts>
  )
}
