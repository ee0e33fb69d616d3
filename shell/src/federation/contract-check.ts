import { contractVersion, type RemoteManifest } from '@adsite/remote'
import { sharedModules, sharedNames } from '@adsite/remote/shared'

function gives(module: string, name: string): boolean {
  const names = sharedModules[module] ?? (sharedNames.includes(module) ? ['default'] : [])
  return names.includes('*') || names.includes(name)
}

/** Why a build cannot run in this shell; null when it can (PLATFORM section 4). */
export function contractFault({ contract, shares }: RemoteManifest): string | null {
  if (contract.split('.')[0] !== contractVersion.split('.')[0]) {
    return `built against contract ${contract}, this shell provides ${contractVersion}`
  }
  for (const [module, names] of Object.entries(shares)) {
    const missing = names.filter((name) => !gives(module, name))
    if (missing.length > 0) return `needs ${missing.join(', ')} of ${module}, which this shell does not share`
  }
  return null
}
