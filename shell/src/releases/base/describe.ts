import type { ReleaseChange } from '@adsite/contract'
import { formatCount, formatPercent } from '@adsite/i18n'
import type { ReleaseText } from './texts.ts'

export function whoDid({ automatic, who }: Pick<ReleaseChange, 'automatic' | 'who'>, text: ReleaseText): string {
  return automatic ? text('by_platform') : who
}

/** Describes a change in one sentence. */
export function describeChange(change: ReleaseChange, text: ReleaseText, language: string): string {
  const { action, from, to, canary, ended_canary } = change
  if (action === 'freeze' || action === 'unfreeze') return text(`change_${action}`)
  if (action === 'repair') return text('change_repair', { to })
  if (action === 'canary' && canary) {
    const share = formatPercent(canary.percent, language, Number.isInteger(canary.percent) ? 0 : 2)
    return text('change_canary', { build: canary.build, share, accounts: formatCount(canary.accounts.length, language) })
  }
  if (action === 'end_canary') return text('change_end_canary', { build: ended_canary ?? '' })
  if (from === null) return text('change_first', { to })
  if (action === 'rollback' && from === to && ended_canary !== null) return text('change_ended', { build: ended_canary })
  return text(action === 'rollback' ? 'change_rollback' : 'change_promote', { from, to })
}

/** The figures behind an automatic rollback; null: there are none. */
export function describeEvidence({ evidence }: ReleaseChange, text: ReleaseText, language: string): string | null {
  if (!evidence) return null
  const { tried, against } = evidence
  const rate = (value: number) => formatPercent(value * 100, language, 1)
  return text('evidence', {
    tried: tried.build,
    rate: rate(tried.rate),
    loads: tried.loads,
    failed: tried.failed,
    accounts: tried.failing_accounts,
    against: against.build,
    other_rate: rate(against.rate),
    other_loads: against.loads,
    other_failed: against.failed,
  })
}
