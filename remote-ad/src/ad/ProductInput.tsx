import { useApiQuery } from '@adsite/api-client'
import {
  adCost,
  billingTypes,
  micros,
  priceUnits,
  productEndpoints,
  quantityUnits,
  referenceEndpoint,
  listSeparator,
} from '@adsite/contract'
import { formatCount, formatPrice, formatYen, useLanguage, useLocalize } from '@adsite/i18n'
import { ReferenceSelect, PartFailure, staysInForm, useClear, type InputProps } from '@adsite/screen-kit'
import { Button, Input, Select } from 'antd'
import { useId, useImperativeHandle, useRef, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useAdText } from '../base/texts.ts'
import { budgetLeft, useKnownAdCampaign } from './ad-campaign.ts'
import type { ProductRecord } from './ad-rules.ts'
import styles from './product.module.css'

/** Names of the product filters in the URL: ids, a billing type, an amount. */
const filterNames = ['format', 'space', 'billing', 'price'] as const
type Filters = Readonly<Record<(typeof filterNames)[number], string>>

function useFilters(): readonly [Filters, (part: Partial<Filters>) => void] {
  const [search, setSearch] = useSearchParams()
  const filters: Filters = {
    format: search.get('format') ?? '',
    space: search.get('space') ?? '',
    billing: search.get('billing') ?? '',
    price: search.get('price') ?? '',
  }
  function change(part: Partial<Filters>): void {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(part)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true, state: staysInForm },
    )
  }
  return [filters, change]
}

const billingIn = (text: string) => billingTypes.items.find(({ key }) => key === text)?.key
const idIn = (text: string) => (/^[1-9]\d{0,14}$/u.test(text) ? [Number(text)] : [])

/** Products on sale that match the filters: the hundred cheapest. */
function useProducts({ format, space, billing, price }: Filters) {
  const { data, error, isFetching, refetch } = useApiQuery(
    productEndpoints.list,
    {
      query: {
        status: 'ON_SALE',
        sort: 'unit_price',
        limit: '100',
        format_ids: idIn(format).join(','),
        space_ids: idIn(space).join(','),
        ...(billingIn(billing) ? { billing } : {}),
        ...(/^\d{1,9}$/u.test(price) ? { unit_price_max: price } : {}),
      },
    },
    { keepPrevious: true },
  )
  return { products: data?.data, hasMore: data?.page.next != null, error, isFetching, retry: () => void refetch() }
}

function FilterBar(): ReactNode {
  const t = useAdText()
  const localize = useLocalize()
  const [filters, change] = useFilters()
  return (
    <fieldset className={styles.filters} aria-label={t('product_filters')}>
      <ReferenceSelect
        endpoint={referenceEndpoint('format')}
        multiple={false}
        label={t('format')}
        placeholder={t('any_format')}
        value={idIn(filters.format)}
        onChange={([format]) => change({ format: String(format ?? '') })}
      />
      <ReferenceSelect
        endpoint={referenceEndpoint('space')}
        multiple={false}
        label={t('space')}
        placeholder={t('any_space')}
        value={idIn(filters.space)}
        onChange={([space]) => change({ space: String(space ?? '') })}
      />
      <Select
        aria-label={t('billing')}
        placeholder={t('any_billing')}
        allowClear={useClear()}
        options={billingTypes.items.map((item) => ({ value: item.key, label: localize(item.label) }))}
        value={billingIn(filters.billing) ?? null}
        onChange={(billing?: (typeof billingTypes.items)[number]['key'] | null) => change({ billing: billing ?? '' })}
      />
      <Input
        aria-label={t('price_to')}
        placeholder={t('price_to')}
        prefix="¥"
        inputMode="numeric"
        allowClear
        value={filters.price}
        onChange={({ target }) => change({ price: target.value.normalize('NFKC').replace(/[,\s]/gu, '') })}
        onKeyDown={(event) => {
          // Enter would submit the whole form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {filterNames.some((name) => filters[name] !== '') ? (
        <Button type="link" className={styles.unfilter} onClick={() => change({ format: '', space: '', billing: '', price: '' })}>
          {t('unfilter')}
        </Button>
      ) : null}
    </fieldset>
  )
}

function ProductFacts({ product, left }: { product: ProductRecord; left: string | null }): ReactNode {
  const t = useAdText()
  const localize = useLocalize()
  const language = useLanguage()
  const { billing, unit_price, min_quantity, format_ids, space_ids, refs } = product
  const unit = localize(quantityUnits[billing])
  const smallest = adCost(billing, min_quantity, unit_price)
  const formats = (format_ids ?? []).map((id) => refs[`format_ids.${id}`]).join(listSeparator(language))
  return (
    <>
      <span className={styles.name}>{product.name}</span>
      <span className={styles.price}>
        {t('price_per', { price: formatPrice(unit_price, language), unit: priceUnits[billing][language] })}
      </span>
      <span className={styles.small}>
        {t('minimum', { quantity: formatCount(min_quantity, language), unit, cost: formatYen(smallest, language) })}
        {left !== null && micros(smallest) > micros(left.replace(/^-.*/u, '0')) ? <b className={styles.over}> {t('over_budget')}</b> : null}
      </span>
      <span className={styles.small} title={formats}>
        {formats} / {space_ids?.length ? t('some_spaces', { count: space_ids.length }) : t('all_spaces')}
      </span>
    </>
  )
}

/** The selected product if the filters exclude it, so that the selection is always visible. */
function useLeftOut(value: unknown, products: readonly ProductRecord[] | undefined): ProductRecord | undefined {
  const id = typeof value === 'number' && products && !products.some((product) => product.id === value) ? value : null
  const { data } = useApiQuery(productEndpoints.get, { params: { id: id ?? 0 } }, { enabled: id !== null })
  return id === null ? undefined : data?.data
}

/** Selects a product on sale, with filters for format, space, billing and price. */
export function ProductInput({ id, labelledBy, value, onChange, onBlur, focusRef, described, invalid }: InputProps): ReactNode {
  const t = useAdText()
  const name = useId()
  const group = useRef<HTMLDivElement>(null)
  useImperativeHandle(focusRef, () => ({
    focus: () => (group.current?.querySelector<HTMLInputElement>('input:checked') ?? group.current?.querySelector('input'))?.focus(),
  }))
  const campaign = useKnownAdCampaign()
  const left = campaign && budgetLeft(campaign)
  const [filters] = useFilters()
  const { products, hasMore, error, isFetching, retry } = useProducts(filters)
  const leftOut = useLeftOut(value, products)
  return (
    <div className={styles.picker}>
      <FilterBar />
      {error && !products ? (
        <PartFailure error={error} retry={retry} />
      ) : (
        <div
          id={id}
          ref={group}
          role="radiogroup"
          aria-labelledby={labelledBy}
          aria-required="true"
          aria-invalid={invalid}
          aria-busy={isFetching}
          className={styles.products}
          {...(described ? { 'aria-describedby': described } : {})}
        >
          {products?.length === 0 ? <p className={styles.small}>{t('no_product')}</p> : null}
          {[...(leftOut ? [leftOut] : []), ...(products ?? [])].map((product) => (
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
              {product === leftOut ? <span className={styles.small}>{t('left_out')}</span> : null}
            </label>
          ))}
          {hasMore ? <p className={styles.small}>{t('more_products')}</p> : null}
        </div>
      )}
    </div>
  )
}
