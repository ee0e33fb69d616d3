import { satisfies } from './contract-version.ts'
import type { RemoteManifest, ShellManifest } from './manifest.ts'

/** Why a remote's build cannot run in a shell's. */
export interface Incompatibility {
  readonly kind: 'contract' | 'share'
  /** What the remote was built against or needs. */
  readonly remote: string
  /** What the shell has. */
  readonly shell: string
}

type Remote = Pick<RemoteManifest, 'contract' | 'shares'>
type Shell = Pick<ShellManifest, 'contract' | 'shares'>

/**
 * The first thing that keeps a remote from running in a shell; null when they fit. The same check at
 * publish, at promote and in the browser before a build is loaded (spec/platform "Contract").
 */
export function incompatibility(remote: Remote, shell: Shell): Incompatibility | null {
  if (!satisfies(shell.contract.provides, remote.contract.requires) || !satisfies(remote.contract.provides, shell.contract.requires)) {
    return { kind: 'contract', remote: `contract ${remote.contract.provides}`, shell: `contract ${shell.contract.provides}` }
  }
  for (const [module, taken] of Object.entries(remote.shares)) {
    const given = Object.hasOwn(shell.shares, module) ? shell.shares[module] : undefined
    const missing = given?.names.includes('*') ? [] : taken.names.filter((name) => !given?.names.includes(name))
    if (!given || missing.length > 0) {
      const whole = missing.length === 0 || missing.includes('*')
      return { kind: 'share', remote: whole ? `the whole of ${module}` : `${missing.join(', ')} of ${module}`, shell: 'does not share it' }
    }
    if (!satisfies(given.version, taken.version)) {
      return { kind: 'share', remote: `${module} ${taken.version}`, shell: `shares ${module} ${given.version}` }
    }
  }
  return null
}
