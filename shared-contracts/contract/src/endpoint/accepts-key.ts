import { alwaysFresh, type FreshRule } from './fresh.ts'

interface Guarded {
  readonly permission: string
  readonly person?: true
  readonly fresh?: FreshRule
}

/**
 * Whether a program may make the call with an API key (docs/decisions/0039-keys-and-webhooks.md). Calls about the session of a
 * browser, and those that always need a fresh factor, stay with people; a call that needs one only for some of its fields
 * takes a key for the others.
 */
export function acceptsKey({ permission, person, fresh }: Guarded): boolean {
  return permission !== 'public' && permission !== 'session.use' && !person && fresh !== alwaysFresh
}
