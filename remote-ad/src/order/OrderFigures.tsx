import { useApiQuery } from '@adsite/api-client'
import { adEndpoints, type OrderFigures as Figures, order, type ResourceRecord } from '@adsite/contract'
import { formatCount, formatYen, useLanguage } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import { CodedText, PartFailure, useDecisionFacts } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from './order.module.css'
import { TermChanges } from './TermChanges.tsx'
import { useScreenText } from './texts.ts'
import { useAdOrders } from './use-ad-orders.ts'

const namedAds = 10

/** The ads that hold the missing credit; shown to roles that decide about it. */
function Holders({ ads }: Pick<Figures, 'ads'>): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  return (
    <div>
      <p className={styles.none}>{t('holders')}</p>
      <ul className={styles.holders}>
        {ads.slice(0, namedAds).map(({ id, name, amount }) => (
          <li key={id}>
            <RouteLink to="ad.detail" params={{ id }}>
              {name}
            </RouteLink>
            <span>{formatYen(amount, language)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The figures behind ordering an ad or approving a pending change: the company's credit before and after, and
 * the creatives to be shown.
 */
export function OrderFigures({ adId }: { adId: number }): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const { data, error, refetch } = useApiQuery(adEndpoints.orderFigures, { params: { id: adId } })
  const refused = data?.data.refused ?? null
  // Nobody is offered what the API refuses.
  useDecisionFacts((!data && !error) || refused !== null)
  if (error && !data) return <PartFailure error={error} retry={() => void refetch()} />
  if (!data) return <p className={styles.none}>{t('loading')}</p>
  const { amount, credit_limit, used, left, creatives, pauses, ads } = data.data
  const yen = (value: string) => formatYen(value, language)
  const isOver = left.startsWith('-')
  const { total, serving, waiting } = creatives
  const counts = { total: formatCount(total, language), serving: formatCount(serving, language), waiting: formatCount(waiting, language) }
  return (
    <div className={styles.figures}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('creatives')}</dt>
          <dd>{total === 0 ? t('creatives_none') : t('creatives_count', counts)}</dd>
        </div>
        <div>
          <dt>{t('credit_limit')}</dt>
          <dd>{yen(credit_limit)}</dd>
        </div>
        <div>
          <dt>{t('credit_used')}</dt>
          <dd>{yen(used)}</dd>
        </div>
        <div>
          <dt>{t('this_order')}</dt>
          <dd>{yen(amount)}</dd>
        </div>
        <div>
          <dt>{t('credit_left')}</dt>
          <dd className={isOver ? styles.over : ''}>{isOver ? t('exceeded_by', { amount: yen(left.slice(1)) }) : yen(left)}</dd>
        </div>
      </dl>
      {isOver && ads.length > 0 ? <Holders ads={ads} /> : null}
      {refused === null ? null : (
        <p role="alert" className={styles.over}>
          <CodedText coded={refused} />
        </p>
      )}
      {pauses ? <p className={styles.none}>{t('pauses')}</p> : null}
    </div>
  )
}

/** Content of an order action's dialog: the figures, and for a change its changed terms. */
export function OrderFacts({ record }: { record: ResourceRecord<typeof order> }): ReactNode {
  const adId = record.ad_id
  const { orders, own, error, retry } = useAdOrders(adId)
  const isChange = record.kind === 'CHANGE'
  useDecisionFacts(isChange && !orders && !error)
  return (
    <>
      {isChange && error && !orders ? <PartFailure error={error} retry={retry} /> : null}
      {isChange && own ? <TermChanges before={own} after={record} /> : null}
      <OrderFigures adId={adId} />
    </>
  )
}

/** The order actions that decide about an amount. */
export const orderFacts = { submit: OrderFacts, approve: OrderFacts }
