import { fromMicros, micros, type campaign, type ResourceRecord } from '@adsite/contract'
import { createContext, use } from 'react'

export type CampaignRecord = ResourceRecord<typeof campaign>

const AdCampaign = createContext<CampaignRecord | null>(null)
export const AdCampaignProvider = AdCampaign.Provider

export function useAdCampaign(): CampaignRecord {
  const found = use(AdCampaign)
  if (!found) throw new Error('No campaign around this input')
  return found
}

/** Null around a form that is open before the campaign has been read. */
export const useKnownAdCampaign = (): CampaignRecord | null => use(AdCampaign)

/** The part of the campaign's budget not allotted to ads; negative if it is exceeded. */
export function budgetLeft({ lifetime_budget, allotted_budget }: Pick<CampaignRecord, 'lifetime_budget' | 'allotted_budget'>): string {
  return fromMicros(micros(lifetime_budget) - micros(allotted_budget))
}
