import { isObject } from '../value/keys.ts'

/** Minutes for which a factor counts as fresh. */
export const freshMinutes = 10

/** What a call sends, validated. */
export interface Sent {
  readonly body: unknown
  readonly query: unknown
}

/** Whether a call needs a fresh factor, by what it sends (`Endpoint.fresh`). */
export type FreshRule = (sent: Sent) => boolean

const valueOf = (sent: unknown, name: string): unknown => (isObject(sent) ? sent[name] : undefined)

export const alwaysFresh: FreshRule = () => true

/** Where one of these fields of the body is set. */
export function freshWithFields(fields: readonly string[]): FreshRule {
  return ({ body }) => fields.some((name) => valueOf(body, name) !== undefined)
}

/** Unless the call only asks what it would do. */
export const freshUnlessDryRun: FreshRule = ({ body }) => valueOf(body, 'dry_run') !== true

/** Where the call does one of these actions to many records (`bulkEndpoint`). */
export function freshActions(actions: readonly string[]): FreshRule {
  return (sent) => {
    const action = valueOf(sent.body, 'action')
    return freshUnlessDryRun(sent) && typeof action === 'string' && actions.includes(action)
  }
}

/** Where the call takes one of these fields back (`undoEndpoint`). */
export function freshUndo(fields: readonly string[]): FreshRule {
  return (sent) => {
    const undone = valueOf(sent.body, 'fields')
    return freshUnlessDryRun(sent) && Array.isArray(undone) && fields.some((name) => undone.includes(name))
  }
}

/** Where an import is carried out. */
export const freshOnCommit: FreshRule = ({ query }) => valueOf(query, 'commit') === 'true'
