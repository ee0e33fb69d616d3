import { satisfies } from './contract-version.ts'
import type { RemoteManifest, ShellManifest } from './manifest.ts'

/** The reason why a remote's build cannot run in a shell's build. */
export interface Incompatibility {
  readonly kind: 'contract' | 'share'
  /** The version the remote was built against or requires. */
  readonly remote: string
  /** The version of the shell. */
  readonly shell: string
}

type Remote = Pick<RemoteManifest, 'contract' | 'shares'>
type Shell = Pick<ShellManifest, 'contract' | 'shares'>

/**
 * Returns the first incompatibility between a remote and a shell, or null if they fit. Publish, promote, and the
 * browser before it loads a build all run this check (spec/platform "Contract").
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
    const accepts = taken.accepts ?? taken.version
    // The contract packages have the contract's version, which was compared above.
    if (!module.startsWith('@adsite/') && !satisfies(given.version, accepts)) {
      return { kind: 'share', remote: `${module} ${accepts}`, shell: `shares ${module} ${given.version}` }
    }
  }
  return null
}
