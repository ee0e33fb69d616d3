import { may, referenceEndpoint, type Role } from '@adsite/contract'

/** Whether a role may read the names of a reference's target. */
export function mayChooseFrom(role: Role | null, target: string | undefined): boolean {
  const { permission } = referenceEndpoint(target)
  return permission === 'public' || may(role, permission)
}
