import { incompatibility, shellContract, type RemoteManifest, type Shares, type ShellManifest } from '@adsite/remote'
import { namesOf } from '@adsite/remote/shared'

export type Offer = Pick<ShellManifest, 'contract' | 'shares'>

/** What this shell provides to remotes, with the versions it was built with. */
export function offerOf(versions: Readonly<Record<string, { readonly version: string | undefined }>>): Offer {
  const shares: Shares = Object.fromEntries(
    Object.entries(versions).map(([module, { version }]) => [module, { version: version ?? '', names: namesOf(module) }]),
  )
  return { contract: shellContract, shares }
}

/** Why a build cannot run in this shell; null if it can (spec/platform "Contract"). */
export function contractError(manifest: RemoteManifest, offer: Offer): string | null {
  const found = incompatibility(manifest, offer)
  if (!found) return null
  if (found.kind === 'contract') return `built against ${found.remote}, this shell provides ${found.shell}`
  return `needs ${found.remote}, this shell ${found.shell}`
}
