import { useApiQuery } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { canBeOrdered, message, order, orderEndpoints, type ad, type ResourceRecord } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import { ActionFacts, CodedText, FieldValue, Panel, PartFailure, RecordActions, UnavailableButton } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from './order.module.css'
import { OrderButton } from './OrderButton.tsx'
import { orderFacts } from './OrderFigures.tsx'
import { TermChanges } from './TermChanges.tsx'
import { useScreenText } from './texts.ts'
import { useAdOrders } from './use-ad-orders.ts'

const shownFields = ['kind', 'status', 'product_id', 'quantity', 'amount', 'start_at', 'end_at', 'reason'] as const
/** Fields of a change request; its changed terms are listed below them. */
const changeFields = ['kind', 'status', 'reason'] as const

/** What can be done with an order, and why not. */
function Decisions({ record }: { record: ResourceRecord<typeof order> }): ReactNode {
  // Only the single record tells what is blocked: nobody approves their own order, or beyond the credit.
  const { data, error, refetch } = useApiQuery(orderEndpoints.get, { params: { id: record.id } })
  if (error && !data) return <PartFailure error={error} retry={() => void refetch()} />
  // It may be newer than what the page shows, which is what is decided about.
  return data ? <RecordActions resource={order} endpoints={orderEndpoints} record={{ ...data.data, version: record.version }} /> : null
}

/** An order, or a pending change with what it changes (`before`: the order). */
function OrderRow({
  record,
  before,
}: {
  record: ResourceRecord<typeof order>
  before: ResourceRecord<typeof order> | undefined
}): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const mayDecide = useMay('order.submit')
  const fields = (before ? changeFields : shownFields).filter((name) => name !== 'reason' || record.reason !== null)
  return (
    <li className={styles.order}>
      <dl className={styles.facts}>
        {fields.map((name) => (
          <div key={name}>
            <dt>{localize(order.fields[name].label)}</dt>
            <dd>
              <FieldValue field={order.fields[name]} name={name} record={record} />
            </dd>
          </div>
        ))}
      </dl>
      {before ? (
        <>
          <TermChanges before={before} after={record} />
          <p className={styles.none}>{t('change_hint')}</p>
        </>
      ) : null}
      <div className={styles.actions}>
        <RouteLink to="order.detail" params={{ id: record.id }}>
          {t('open')}
        </RouteLink>
        {mayDecide ? <Decisions record={record} /> : null}
      </div>
    </li>
  )
}

interface AdOrderSectionProps {
  readonly record: ResourceRecord<typeof ad>
  /** What stands above has been read: only then do the buttons come, which would move from under the pointer. */
  readonly inPlace: boolean
}

/** The orders of an ad, newest first, including a pending change, and the button to order it. */
export function AdOrderSection({ record, inPlace }: AdOrderSectionProps): ReactNode {
  const t = useScreenText()
  const mayOrder = useMay('order.create')
  const { orders: found, own, change, error, retry } = useAdOrders(record.id)
  const orders = inPlace ? found : undefined

  return (
    <ActionFacts resource={order} facts={orderFacts}>
      <Panel title={t('title')} busy={!orders && !error} failure={error && !found ? { error, retry } : null}>
        {orders && orders.length > 0 ? (
          <ul className={styles.list}>
            {orders.map((row) => (
              <OrderRow key={row.id} record={row} before={row === change ? own : undefined} />
            ))}
          </ul>
        ) : (
          <p className={styles.none}>{t(orders ? 'none' : 'loading')}</p>
        )}
        {mayOrder && orders && !own ? (
          <div className={styles.actions}>
            {canBeOrdered(record) ? (
              <OrderButton record={record} />
            ) : (
              <UnavailableButton label={t('order')} reason={<CodedText coded={message('order_product')} />} type="primary" />
            )}
            <span className={styles.none}>{t(canBeOrdered(record) ? 'hint' : 'hint_incomplete')}</span>
          </div>
        ) : null}
      </Panel>
    </ActionFacts>
  )
}
