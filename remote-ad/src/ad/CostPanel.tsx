import type { ApiError } from '@adsite/api-client'
import { fromMicros, micros, pricedBy, quantityUnits } from '@adsite/contract'
import { formatCount, formatPrice, formatYen, useLanguage, useLocalize } from '@adsite/i18n'
import { Panel, PartFailure } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from '../base/ad.module.css'
import { useAdText } from '../base/texts.ts'
import type { CampaignRecord } from './ad-campaign.ts'
import { costOf, typedCount, typedMicros, type ProductRecord } from './ad-rules.ts'

interface CostPanelProps {
  readonly campaign: CampaignRecord
  readonly product: ProductRecord | undefined
  /** Why the chosen product could not be read. */
  readonly failure: { readonly error: ApiError; readonly retry: () => void } | null
  readonly quantity: unknown
  readonly budget: unknown
}

/** The cost calculation: quantity × unit price in the unit of the billing type. */
function Cost({ product, quantity }: Pick<CostPanelProps, 'product' | 'quantity'>): ReactNode {
  const t = useAdText()
  const localize = useLocalize()
  const language = useLanguage()
  const cost = costOf(product, quantity)
  if (!product || cost === null) return <p className={styles.muted}>{t('choose_product')}</p>
  const params = {
    quantity: formatCount(typedCount(quantity) ?? 0, language),
    unit: localize(quantityUnits[product.billing]),
    price: formatPrice(product.unit_price, language),
  }
  return (
    <div>
      <p className={styles.cost}>{formatYen(cost, language)}</p>
      <p className={styles.muted}>{t(pricedBy[product.billing] === 1 ? 'cost_of' : 'cost_of_thousand', params)}</p>
    </div>
  )
}

/** The campaign's budget in millionths of a yen: allotted to other ads, allotted to this one, and remaining. */
function useBudget({ campaign, budget }: Pick<CostPanelProps, 'campaign' | 'budget'>) {
  const t = useAdText()
  const language = useLanguage()
  const [lifetime, allotted] = [micros(campaign.lifetime_budget), micros(campaign.allotted_budget)]
  const own = typedMicros(budget) ?? 0n
  const after = lifetime - allotted - own
  const yen = (amount: bigint) => formatYen(fromMicros(amount), language)
  return { lifetime, allotted, own, after, yen, afterText: after < 0n ? t('exceeded_by', { amount: yen(-after) }) : yen(after) }
}

/** The two most important amounts, shown next to the button when the window has no room for the panel beside the form. */
export function CostSummary(props: Pick<CostPanelProps, 'campaign' | 'budget'>): ReactNode {
  const t = useAdText()
  const { own, after, yen, afterText } = useBudget(props)
  return (
    <p className={styles.summary}>
      {t('this_ad')} <b>{yen(own)}</b>
      <span>
        {t('left_after')} <b className={after < 0n ? styles.over : ''}>{afterText}</b>
      </span>
    </p>
  )
}

/** The ad's cost and the campaign's remaining budget, visible while the ad is being created. */
export function CostPanel({ campaign, product, failure, quantity, budget }: CostPanelProps): ReactNode {
  const t = useAdText()
  const { lifetime, allotted, own, after, yen, afterText } = useBudget({ campaign, budget })
  const share = (amount: bigint) => (lifetime > 0n ? Number((amount * 1000n) / lifetime) / 10 : 0)
  const taken = Math.min(100, share(allotted))
  return (
    <Panel title={t('cost_title')}>
      {failure ? <PartFailure {...failure} /> : <Cost product={product} quantity={quantity} />}
      <svg className={styles.meter} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="8" fill="#eef0f3" />
        <rect width={taken} height="8" fill="#8aa4c8" />
        <rect x={taken} width={Math.min(100 - taken, share(own))} height="8" fill={after < 0n ? '#c4230a' : '#1b5fd6'} />
      </svg>
      <dl className={styles.sums}>
        <dt>{t('campaign_budget')}</dt>
        <dd>{yen(lifetime)}</dd>
        <dt>{t('allotted')}</dt>
        <dd>{yen(allotted)}</dd>
        <dt>{t('budget_left')}</dt>
        <dd>{yen(lifetime - allotted)}</dd>
        <dt>{t('this_ad')}</dt>
        <dd>{yen(own)}</dd>
        <div className={styles.total} aria-live="polite" aria-atomic="true">
          <dt>{t('left_after')}</dt>
          <dd className={after < 0n ? styles.over : ''}>{afterText}</dd>
        </div>
      </dl>
    </Panel>
  )
}
