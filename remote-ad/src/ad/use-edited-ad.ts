import { useApiQuery } from '@adsite/api-client'
import { ad, campaignEndpoints, productEndpoints } from '@adsite/contract'
import { useEffect, useMemo, useState } from 'react'
import type { AdRecord, adChecks } from './ad-rules.ts'

/** The resource with the checks of the create form, for the form of this ad; without them while no form is open. */
export function useEditedAd(record: AdRecord | undefined, isEditing: boolean): typeof ad {
  const before = isEditing ? record : undefined
  const [rules, setRules] = useState<{ readonly adChecks: typeof adChecks } | null>(null)
  useEffect(() => {
    // Only the form needs them. Without them the API says what it refuses.
    if (isEditing) import('./ad-rules.ts').then(setRules, () => undefined)
  }, [isEditing])
  const product_id = before?.product_id ?? null
  const campaign = useApiQuery(campaignEndpoints.get, { params: { id: before?.campaign_id ?? 0 } }, { enabled: before !== undefined })
  const product = useApiQuery(productEndpoints.get, { params: { id: product_id ?? 0 } }, { enabled: product_id !== null })
  const [around, bought] = [campaign.data?.data, product.data?.data]
  return useMemo(() => {
    if (!before) return ad
    const { quantity } = ad.fields
    return {
      ...ad,
      // A quantity of a product may not be emptied again.
      fields: { ...ad.fields, quantity: { ...quantity, required: before.product_id !== null && before.quantity !== null } },
      checks: [...(ad.checks ?? []), ...(rules?.adChecks({ campaign: around, product: bought, before }) ?? [])],
    }
  }, [before, around, bought, rules])
}
