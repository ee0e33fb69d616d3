import { useApiQuery } from '@adsite/api-client'
import { adCost, billingTypes, micros, pricedBy, productEndpoints, quantityUnits, referenceEndpoint } from '@adsite/contract'
import { formatCount, formatYen, useLanguage, useText } from '@adsite/i18n'
import { ReferenceSelect, type InputProps } from '@adsite/screen-kit'
import { Button, Input, Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useAdText } from '../texts.ts'
import { budgetLeft, useAdCampaign } from './ad-campaign.ts'
import type { ProductRecord } from './ad-rules.ts'
import styles from './product.module.css'

interface Filters {
  readonly format: readonly number[]
  readonly space: readonly number[]
  readonly billing: string | null
  readonly price: string
}

const none: Filters = { format: [], space: [], billing: null, price: '' }

/** Products on sale that match, the cheapest hundred. */
function useProducts({ format, space, billing, price }: Filters) {
  const { data, error, isFetching, refetch } = useApiQuery(
    productEndpoints.list,
    {
      query: {
        status: 'ON_SALE',
        sort: 'unit_price',
        limit: '100',
        format_ids: format.join(','),
        space_ids: space.join(','),
        ...(billing ? { billing } : {}),
        ...(/^\d{1,9}$/u.test(price) ? { unit_price_max: price } : {}),
      } as never,
    },
    { keepPrevious: true },
  )
  return { products: data?.data, hasMore: data?.page.next != null, error, isFetching, retry: () => void refetch() }
}

interface FilterBarProps {
  readonly id: string
  readonly filters: Filters
  readonly change: (filters: Filters) => void
}

function FilterBar({ id, filters, change }: FilterBarProps): ReactNode {
  const t = useAdText()
  const read = useText()
  return (
    <fieldset className={styles.filters} aria-label={t('product_filters')}>
      <ReferenceSelect
        id={id}
        endpoint={referenceEndpoint('format')}
        multiple={false}
        label={t('any_format')}
        placeholder={t('any_format')}
        value={filters.format}
        onChange={(format) => change({ ...filters, format })}
      />
      <ReferenceSelect
        endpoint={referenceEndpoint('space')}
        multiple={false}
        label={t('any_space')}
        placeholder={t('any_space')}
        value={filters.space}
        onChange={(space) => change({ ...filters, space })}
      />
      <Select
        aria-label={t('any_billing')}
        placeholder={t('any_billing')}
        allowClear
        options={billingTypes.items.map((item) => ({ value: item.key as string, label: read(item.label) }))}
        value={filters.billing}
        onChange={(billing?: string) => change({ ...filters, billing: billing ?? null })}
      />
      <Input
        aria-label={t('price_to')}
        placeholder={t('price_to')}
        prefix="¥"
        inputMode="numeric"
        allowClear
        value={filters.price}
        onChange={({ target }) => change({ ...filters, price: target.value.normalize('NFKC').replace(/[,\s]/gu, '') })}
      />
    </fieldset>
  )
}

function ProductFacts({ product, left }: { product: ProductRecord; left: string }): ReactNode {
  const t = useAdText()
  const read = useText()
  const language = useLanguage()
  const { billing, unit_price, min_quantity, format_ids, space_ids, refs } = product
  const unit = read(quantityUnits[billing])
  const smallest = adCost(billing, min_quantity, unit_price)
  const formats = (format_ids ?? []).map((id) => refs[`format_ids.${id}`]).join(language === 'ja' ? '、' : ', ')
  return (
    <>
      <span className={styles.name}>{product.name}</span>
      <span className={styles.price}>
        {t(pricedBy[billing] === 1 ? 'per_one' : 'per_thousand', { price: formatYen(unit_price, language), unit })}
      </span>
      <span className={styles.small}>
        {t('minimum', { quantity: formatCount(min_quantity, language), unit, cost: formatYen(smallest, language) })}
        {micros(smallest) > micros(left.replace(/^-.*/u, '0')) ? <b className={styles.over}> {t('over_budget')}</b> : null}
      </span>
      <span className={styles.small} title={formats}>
        {formats} / {space_ids?.length ? t('some_spaces', { count: space_ids.length }) : t('all_spaces')}
      </span>
    </>
  )
}

/** Chooses one of the products on sale, by format, space, billing and price. */
export function ProductInput({ id, label, value, onChange, onBlur, described, invalid }: InputProps): ReactNode {
  const t = useAdText()
  const name = useId()
  const left = budgetLeft(useAdCampaign())
  const [filters, setFilters] = useState(none)
  const { products, hasMore, error, isFetching, retry } = useProducts(filters)
  return (
    <div className={styles.picker}>
      <FilterBar id={id} filters={filters} change={setFilters} />
      {error && !products ? (
        <p role="alert">
          {error.message} <Button onClick={retry}>{t('retry')}</Button>
        </p>
      ) : (
        <div
          role="radiogroup"
          aria-label={label}
          aria-required="true"
          aria-invalid={invalid}
          aria-busy={isFetching}
          className={styles.products}
          {...(described ? { 'aria-describedby': described } : {})}
        >
          {products?.length === 0 ? <p className={styles.small}>{t('no_product')}</p> : null}
          {products?.map((product) => (
            <label key={product.id} className={styles.product}>
              <input
                type="radio"
                name={name}
                checked={value === product.id}
                onChange={() => {
                  onChange(product.id)
                  onBlur()
                }}
              />
              <ProductFacts product={product} left={left} />
            </label>
          ))}
          {hasMore ? <p className={styles.small}>{t('more_products')}</p> : null}
        </div>
      )}
    </div>
  )
}
