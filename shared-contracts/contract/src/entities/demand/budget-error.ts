import { message } from '../../text/message.ts'
import { grouped } from '../../value/grouped.ts'
import { fromMicros, micros } from '../../value/micros.ts'

/**
 * The message about an ad's budget that exceeds what its campaign has left (spec/site "Ad navigation"), by how much and
 * with what is left; null if it does not. Both amounts are yen. `left` is the campaign's budget without those of its other
 * ads, and below zero where they exceed it already.
 */
export function budgetError(budget: string, left: string): string | null {
  const room = left.startsWith('-') ? 0n : micros(left)
  const over = micros(budget) - room
  return over > 0n ? message('budget_exceeded', grouped(fromMicros(over)), grouped(fromMicros(room))) : null
}
