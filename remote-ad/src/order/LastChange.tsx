import { useApiQuery } from '@adsite/api-client'
import { order, orderEndpoints, type ResourceRecord } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import { FieldValue, Panel } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from './order.module.css'
import { TermChanges } from './TermChanges.tsx'
import { useScreenText } from './texts.ts'

const words = {
  PENDING_APPROVAL: { title: 'last_pending', hint: 'change_hint' },
  DISAPPROVED: { title: 'last_disapproved', hint: 'last_kept' },
} as const

/** On the page of an approved order: the change that was proposed to it last, if it waits or was disapproved, with the reason. */
export function LastChange({ record }: { record: ResourceRecord<typeof order> }): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const query = { ad_id: String(record.ad_id), kind: 'CHANGE', limit: '20' } as const
  const { data, error, refetch } = useApiQuery(orderEndpoints.list, { query })
  if (error && !data) return <Panel title={t('changes')} failure={{ error, retry: () => void refetch() }} />
  const last = data?.data[0]
  // Those with a lower id were proposed to an order that the ad had before.
  if (!last || last.id < record.id) return null
  const { status, reason } = last
  if (status !== 'PENDING_APPROVAL' && status !== 'DISAPPROVED') return null
  return (
    <Panel title={t(words[status].title)}>
      <TermChanges before={record} after={last} />
      {reason === null ? null : (
        <dl className={styles.reason}>
          <div>
            <dt>{localize(order.fields.reason.label)}</dt>
            <dd>
              <FieldValue field={order.fields.reason} name="reason" record={last} />
            </dd>
          </div>
        </dl>
      )}
      <p className={styles.none}>{t(words[status].hint)}</p>
      <RouteLink to="order.detail" params={{ id: last.id }}>
        {t('open_change')}
      </RouteLink>
    </Panel>
  )
}
