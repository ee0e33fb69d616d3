import { call, queryClient, useApiQuery } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { adEndpoints, order, orderEndpoints } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import { RouteLink, useShell } from '@adsite/remote'
import { FieldValue, Panel, RecordActions, type KitRecord } from '@adsite/screen-kit'
import { Button } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import styles from './order.module.css'
import { useScreenText } from './texts.ts'

const shownFields = ['status', 'product_id', 'quantity', 'amount', 'reason'] as const

function OrderFacts({ record }: { record: KitRecord }): ReactNode {
  const t = useScreenText()
  const read = useText()
  const fields = shownFields.filter((name) => name !== 'reason' || record['reason'] !== null)
  return (
    <li className={styles.order}>
      <dl className={styles.facts}>
        {fields.map((name) => (
          <div key={name}>
            <dt>{read(order.fields[name].label)}</dt>
            <dd>
              <FieldValue field={order.fields[name]} name={name} record={record} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <RouteLink to="order.detail" params={{ id: record.id }}>
          {t('open')}
        </RouteLink>
        <RecordActions resource={order} endpoints={orderEndpoints} record={record} />
      </div>
    </li>
  )
}

/** What was ordered of an ad, newest first, and the way to order it: creates the order and submits it. */
export function AdOrderSection({ adId }: { adId: number }): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const mayOrder = useMay('order.create')
  const query = { ad_id: String(adId), limit: '20' }
  const { data, error, refetch } = useApiQuery(orderEndpoints.list, { query: query as never })
  const [running, setRunning] = useState(false)
  const orders = (data as { data: readonly KitRecord[] } | undefined)?.data
  // One for each ad and product: what was canceled makes room.
  const isOpen = orders?.some(({ status }) => status !== 'CANCELED') ?? true

  async function place(): Promise<void> {
    setRunning(true)
    const { done } = await shell.run(async () => {
      const created = await call(orderEndpoints.create, { body: { ad_id: adId } })
      await call(orderEndpoints.submit, { params: { id: created.data.id }, body: { version: 1 } })
    })
    if (done) shell.alert('success', [t('submitted')], { autoClose: true })
    // After a refusal too: the order may be there as a draft.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith(order.path) })
    setRunning(false)
  }

  // What an order is decides whether the ad is served.
  const states = orders?.map(({ id, status }) => `${id} ${String(status)}`).join()
  useEffect(() => {
    if (states !== undefined) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === adEndpoints.serving.path })
  }, [states])

  return (
    <Panel title={t('title')} busy={!orders && !error} failure={error && !orders ? { error, retry: () => void refetch() } : null}>
      {orders && orders.length > 0 ? (
        <ul className={styles.list}>
          {orders.map((record) => (
            <OrderFacts key={record.id} record={record} />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{t(orders ? 'none' : 'loading')}</p>
      )}
      {mayOrder && orders && !isOpen ? (
        <div className={styles.actions}>
          <Button type="primary" loading={running} onClick={() => void place()}>
            {t('order')}
          </Button>
          <span className={styles.none}>{t('hint')}</span>
        </div>
      ) : null}
    </Panel>
  )
}
