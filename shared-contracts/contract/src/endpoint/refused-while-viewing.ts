interface Guarded {
  readonly method: string
  readonly permission: string
  readonly download?: readonly string[]
  readonly viewing?: 'allowed' | 'refused'
}

/**
 * Whether a call is refused while an administrator views the site as somebody else (docs/decisions/0043-view-as.md): unless it
 * declares otherwise, everything but reading, and reading of files, which would leave the site with what the other may see.
 * Public calls have nothing to do with whoever is signed in.
 */
export function isRefusedWhileViewing({ method, permission, download, viewing }: Guarded): boolean {
  if (permission === 'public' || viewing === 'allowed') return false
  return viewing === 'refused' || method !== 'GET' || download !== undefined
}
