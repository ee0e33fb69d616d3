import type { Canary, LogEntry } from './schemas.ts'

/** Describes the audience of a canary: `5% of the accounts and the accounts 12, 31`. */
export function describeAudience({ percent, accounts }: Pick<Canary, 'percent' | 'accounts'>): string {
  const named = accounts.length > 0 ? `${accounts.length === 1 ? 'account' : 'the accounts'} ${accounts.join(', ')}` : ''
  const share = percent > 0 || named === '' ? `${percent}% of the accounts` : ''
  return [share, named].filter(Boolean).join(' and ')
}

/** Describes a change briefly: `promote 1 -> 2`. */
export function describeChange({ action, from, to }: Pick<LogEntry, 'action' | 'from' | 'to'>): string {
  if (action === 'freeze' || action === 'unfreeze') return action
  if (action === 'end_canary') return `end of the canary ${from?.canary?.build ?? ''}`
  if (action === 'repair') return `repair ${to.stable}`
  if (action === 'canary' && to.canary) return `canary ${to.canary.build} for ${describeAudience(to.canary)}`
  if (action === 'rollback' && from?.canary && from.stable === to.stable) return `rollback of the canary ${from.canary.build}`
  return `${action} ${from?.stable ?? 'nothing'} -> ${to.stable}`
}
