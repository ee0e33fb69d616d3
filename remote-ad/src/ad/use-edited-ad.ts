import { useApiQuery } from '@adsite/api-client'
import { ad, campaignEndpoints, productEndpoints } from '@adsite/contract'
import { createContext, useEffect, useMemo, useState } from 'react'
import type { CampaignRecord } from './ad-campaign.ts'
import type { AdRecord, adChecks } from './ad-rules.ts'

interface EditedProductState {
  /** The ad's campaign; undefined until it has been read. */
  readonly campaign: CampaignRecord | undefined
  /** The ad's own budget, which is allotted to it. */
  readonly budget: string | undefined
  /** Tells which product is chosen in the form. */
  readonly choose: (product: number | null) => void
}

/** What the choice of a product needs to know of an ad that is edited. Apart from the input, whose code comes with the form. */
export const EditedProduct = createContext<EditedProductState>({ campaign: undefined, budget: undefined, choose: () => undefined })

interface EditedAd {
  /** With the checks of the create form; without them while no form is open. */
  readonly resource: typeof ad
  readonly product: EditedProductState
}

/** What the form of this ad needs of other records. */
export function useEditedAd(record: AdRecord | undefined, isEditing: boolean): EditedAd {
  const before = isEditing ? record : undefined
  const [chosen, choose] = useState<number | null>(null)
  const [rules, setRules] = useState<{ readonly adChecks: typeof adChecks } | null>(null)
  useEffect(() => {
    // Only the form needs them. Without them the API says what it refuses.
    if (isEditing) import('./ad-rules.ts').then(setRules, () => undefined)
  }, [isEditing])
  const product_id = before ? (before.product_id ?? chosen) : null
  const campaign = useApiQuery(campaignEndpoints.get, { params: { id: before?.campaign_id ?? 0 } }, { enabled: before !== undefined })
  const product = useApiQuery(productEndpoints.get, { params: { id: product_id ?? 0 } }, { enabled: product_id !== null })
  const [around, bought] = [campaign.data?.data, product.data?.data]
  const resource = useMemo(() => {
    if (!before) return ad
    const { quantity } = ad.fields
    return {
      ...ad,
      // A quantity of a product may not be emptied again.
      fields: { ...ad.fields, quantity: { ...quantity, required: before.product_id !== null && before.quantity !== null } },
      checks: [...(ad.checks ?? []), ...(rules?.adChecks({ campaign: around, product: bought, before }) ?? [])],
    }
  }, [before, around, bought, rules])
  const budget = before?.budget
  const chosenProduct = useMemo(() => ({ campaign: around, budget, choose }), [around, budget])
  return { resource, product: chosenProduct }
}
