import { fromMicros, micros } from '@adsite/contract'
import type { InputProps } from '@adsite/screen-kit'
import { use, useEffect, useMemo, type ReactNode } from 'react'
import { AdCampaignProvider } from './ad-campaign.ts'
import { ProductInput } from './ProductInput.tsx'
import { EditedProduct } from './use-edited-ad.ts'

/** The products of the form of a new ad, with price and minimum, for an ad that was stored without one. */
export default function EditedProductInput(props: InputProps): ReactNode {
  const { campaign, budget, choose } = use(EditedProduct)
  const { value } = props
  useEffect(() => {
    choose(typeof value === 'number' ? value : null)
    return () => choose(null)
  }, [choose, value])
  const besideOthers = useMemo(
    () => (campaign ? { ...campaign, allotted_budget: fromMicros(micros(campaign.allotted_budget) - micros(budget ?? '0')) } : null),
    [campaign, budget],
  )
  return (
    <AdCampaignProvider value={besideOthers}>
      <ProductInput {...props} />
    </AdCampaignProvider>
  )
}
