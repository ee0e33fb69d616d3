import { useApiQuery } from '@adsite/api-client'
import { ad, adEndpoints, productEndpoints, type ResourceRecord } from '@adsite/contract'
import { RouteLink, useShell } from '@adsite/remote'
import {
  DraftNotice,
  OwnInputs,
  Panel,
  ResourceField,
  SubmitBar,
  UnsavedDialog,
  useFollowed,
  useFormValues,
  useResourceForm,
  useNavigateHere,
} from '@adsite/screen-kit'
import { useMemo, useState, type ReactNode } from 'react'
import styles from '../base/ad.module.css'
import { TargetingInput } from '../targeting/TargetingInput.tsx'
import { useAdText, type TextKey } from '../base/texts.ts'
import { AdCampaignProvider, type CampaignRecord } from './ad-campaign.ts'
import { adChecks, costOf } from './ad-rules.ts'
import { CostPanel, CostSummary } from './CostPanel.tsx'
import { CreativeGroupInput } from './CreativeGroupInput.tsx'
import { ProductInput } from './ProductInput.tsx'

const sections = [
  { title: 'section_product', fields: ['product_id', 'quantity', 'budget'] },
  { title: 'section_ad', fields: ['name', 'landing_url', 'start_at', 'end_at', 'weight'] },
  { title: 'section_creative', fields: ['creative_group_id'] },
  { title: 'section_targeting', fields: ['targeting'] },
] as const satisfies readonly { title: TextKey; fields: readonly (keyof typeof ad.fields)[] }[]

const inputs = { product_id: ProductInput, creative_group_id: CreativeGroupInput, targeting: TargetingInput }

/** The create form's sections, in the order in which users plan an ad; the campaign is already known. */
const ordered = { ...ad, sections: sections.map(({ fields }) => ({ title: ad.label, fields })) }

/**
 * The resource as displayed: fields that the product's checks require are marked as required, too (the checks
 * have their own messages).
 */
const shown = {
  ...ad,
  fields: { ...ad.fields, product_id: { ...ad.fields.product_id, required: true }, quantity: { ...ad.fields.quantity, required: true } },
}

interface AdCreateFormProps {
  readonly campaign: CampaignRecord
  /** The campaign's most recently changed ad, which provides defaults for the next one. */
  readonly newest: ResourceRecord<typeof ad> | null
}

function defaults(campaign: CampaignRecord, newest: AdCreateFormProps['newest']) {
  return {
    campaign_id: campaign.id,
    start_at: campaign.start_at,
    end_at: campaign.end_at,
    weight: '1',
    landing_url: newest?.landing_url ?? '',
    creative_group_id: newest?.creative_group_id ?? null,
  }
}

/** Creates an ad on one page, with its cost and the remaining budget always visible. */
export function AdCreateForm({ campaign, newest }: AdCreateFormProps): ReactNode {
  const t = useAdText()
  const shell = useShell()
  const navigate = useNavigateHere()
  const initial = useMemo(() => defaults(campaign, newest), [campaign, newest])
  const { state, product, failure } = useAdForm(campaign, initial, (id) => {
    shell.alert('success', [t('created')], { autoClose: true })
    void navigate(shell.href('campaign.ad', { id: campaign.id, ad_id: id }) ?? '/')
  })
  const { form, aroundInputs } = state
  const [quantity, budget] = useFormValues<typeof ad>(form, ['quantity', 'budget'])
  useFollowed<typeof ad>(form, {
    name: product ? `${campaign.name} ${product.name}`.slice(0, 255) : null,
    quantity: product ? String(product.min_quantity) : null,
    budget: costOf(product, quantity),
  })

  return (
    <AdCampaignProvider value={campaign}>
      <OwnInputs resource={ad} inputs={inputs}>
        <form
          className={styles.columns}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void state.submit()
          }}
        >
          <div className={styles.stack}>
            <div className={styles.stack} ref={aroundInputs}>
              {state.discardDraft ? <DraftNotice discard={state.discardDraft} /> : null}
              <Panel title={t('section_campaign')} actions={<RouteLink to="ad.create">{t('change_campaign')}</RouteLink>}>
                <p>
                  <RouteLink to="campaign.detail" params={{ id: campaign.id }}>
                    {campaign.name}
                  </RouteLink>
                </p>
              </Panel>
              {sections.map(({ title, fields }) => (
                <Panel key={title} title={t(title)}>
                  <div className={styles.fields}>
                    {fields.map((name) => (
                      <div
                        key={name}
                        className={name === 'product_id' || name === 'targeting' || name === 'creative_group_id' ? styles.wide : ''}
                      >
                        <ResourceField form={form} resource={shown} names={state.names} name={name} />
                      </div>
                    ))}
                  </div>
                </Panel>
              ))}
            </div>
            <SubmitBar
              resource={ad}
              state={state}
              editing={false}
              note={<CostSummary campaign={campaign} budget={budget} />}
              onCancel={() => void navigate(shell.href('campaign.detail', { id: campaign.id }) ?? '/')}
            />
          </div>
          <div className={styles.aside}>
            <CostPanel campaign={campaign} product={product} failure={failure} quantity={quantity} budget={budget} />
          </div>
          <UnsavedDialog guard={state.guard} />
        </form>
      </OwnInputs>
    </AdCampaignProvider>
  )
}

/** The form, the product chosen in it, and the checks that depend on that product. */
function useAdForm(campaign: CampaignRecord, initial: ReturnType<typeof defaults>, onSaved: (id: number) => void) {
  const [chosen, setChosen] = useState<number | null>(null)
  const { data, error, refetch } = useApiQuery(productEndpoints.get, { params: { id: chosen ?? 0 } }, { enabled: chosen !== null })
  const product = chosen === null ? undefined : data?.data
  const resource = useMemo(
    () => ({ ...ordered, checks: [...(ordered.checks ?? []), ...adChecks({ campaign, product, before: null })] }),
    [campaign, product],
  )
  const state = useResourceForm({ resource, endpoint: adEndpoints.create, record: null, initial, onSaved })
  const [value] = useFormValues<typeof ad>(state.form, ['product_id'])
  const id = typeof value === 'number' ? value : null
  if (id !== chosen) setChosen(id)
  return { state, product, failure: error && !product ? { error, retry: () => void refetch() } : null }
}
