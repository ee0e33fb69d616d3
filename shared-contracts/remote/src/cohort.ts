import type { LivePointer, RegistryPointers } from './release.ts'

type Audience = Omit<NonNullable<LivePointer['canary']>, 'build'>

/** FNV-1a, 32 bits: even enough to share accounts out, and the same on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0
  // Its low bits alone follow the last character too closely.
  return (value ^ (value >>> 15)) >>> 0
}

/** Whether an account tries a canary: by its list, or by its share of all accounts (spec/platform "Cohort"). By account, so that colleagues see one build. */
export function isInCanary({ salt, percent, accounts }: Audience, account: number): boolean {
  return accounts.includes(account) || hash(salt + String(account)) % 10_000 < percent * 100
}

/**
 * What a browser is told: whether its own account tries a canary, and nothing of who else does. A page that works it
 * out for itself (`pointersFor`) comes to the same.
 */
export function toldTo({ channel, remotes }: RegistryPointers, account: number | null): RegistryPointers {
  const dependsOnAccount = Object.values(remotes).some(({ canary }) => canary !== null)
  const told = Object.entries(remotes).map(([unit, live]): [string, LivePointer] => {
    const { canary } = live
    const tries = canary && account !== null && isInCanary(canary, account)
    return [unit, { ...live, canary: tries ? { build: canary.build, percent: 100, accounts: [], salt: '-' } : null }]
  })
  return { channel, remotes: Object.fromEntries(told), ...(dependsOnAccount && { by_account: true as const }) }
}

/**
 * What runs for an account: in place of the stable build the canary where the account tries it; it falls back to
 * the stable one first. Without an account everything stable.
 */
export function pointersFor({ remotes, ...rest }: RegistryPointers, account: number | null): RegistryPointers {
  const chosen = Object.entries(remotes).map(([unit, live]): [string, LivePointer] => {
    const { canary, stable, lastKnownGood, bad } = live
    if (!canary || account === null || bad.includes(canary.build.build) || !isInCanary(canary, account)) return [unit, live]
    return [unit, { ...live, stable: canary.build, lastKnownGood: [stable.build, ...lastKnownGood] }]
  })
  return { ...rest, remotes: Object.fromEntries(chosen) }
}
