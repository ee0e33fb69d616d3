import type { LivePointer, LivePointerOf, PointersOf, RegistryPointers, ReleaseBrief } from './release.ts'

type Audience = Omit<NonNullable<LivePointer['canary']>, 'build'>

/** FNV-1a, 32 bits: distributes accounts evenly and gives the same result on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0
  // Mixes in the high bits, because the low bits alone depend too much on the last character.
  return (value ^ (value >>> 15)) >>> 0
}

/**
 * Whether an account is in a canary, by the account list or the percentage (spec/platform "Cohort"). The
 * decision is per account, so that colleagues see the same build.
 */
export function isInCanary({ salt, percent, accounts }: Audience, account: number): boolean {
  return accounts.includes(account) || hash(salt + String(account)) % 10_000 < percent * 100
}

/**
 * Restricts the pointers sent to a browser to its own account's canary status, without revealing the rest of the
 * audience. A page that evaluates the full pointers (`pointersFor`) gets the same result.
 */
export function toldTo({ remotes, ...rest }: RegistryPointers, account: number | null): RegistryPointers {
  const dependsOnAccount = Object.values(remotes).some(({ canary }) => canary !== null)
  const told = Object.entries(remotes).map(([unit, live]): [string, LivePointer] => {
    const { canary } = live
    const tries = canary && account !== null && isInCanary(canary, account)
    return [unit, { ...live, canary: tries ? { build: canary.build, percent: 100, accounts: [], salt: '-' } : null }]
  })
  return { ...rest, remotes: Object.fromEntries(told), ...(dependsOnAccount && { by_account: true as const }) }
}

/**
 * Resolves the pointers for an account: the canary replaces the stable build if the account is in it, with the
 * stable build as its first fallback. Without an account, everything is stable.
 */
export function pointersFor<B extends ReleaseBrief>({ remotes, ...rest }: PointersOf<B>, account: number | null): PointersOf<B> {
  const chosen = Object.entries(remotes).map(([unit, live]): [string, LivePointerOf<B>] => {
    const { canary, stable, lastKnownGood, bad } = live
    if (!canary || account === null || bad.includes(canary.build.build) || !isInCanary(canary, account)) return [unit, live]
    return [unit, { ...live, stable: canary.build, lastKnownGood: [stable.build, ...lastKnownGood] }]
  })
  return { ...rest, remotes: Object.fromEntries(chosen) }
}
