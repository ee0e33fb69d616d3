import { message } from '../../text/message.ts'
import { japanEnd, japanTime } from '../../value/japan-time.ts'

type Side = 'start_at' | 'end_at'

/**
 * The message about the start or the end of an ad that lies outside of its campaign's period, with that period in Japan's
 * time; null if it does not. Moments are ISO instants; an end is the first moment that no longer belongs to the period.
 */
export function periodError(side: Side, moment: string, campaign: Readonly<Record<Side, string>>): string | null {
  const [wanted, limit] = [Date.parse(moment), Date.parse(campaign[side])]
  const isOutside = side === 'start_at' ? wanted < limit : wanted > limit
  return isOutside ? message('outside_campaign', japanTime(campaign.start_at), japanEnd(campaign.end_at)) : null
}
