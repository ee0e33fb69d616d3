import type { EndpointGroup } from '@adsite/contract'
import type { AnyHandler } from '../call/handler.ts'
import { handlers } from './handlers.ts'

/** The handler of an endpoint, for code that knows only its name. */
export function handlerOf(group: EndpointGroup, name: string): AnyHandler {
  const ofGroup: Readonly<Record<string, unknown>> = handlers[group]
  const handler = ofGroup[name]
  if (typeof handler !== 'function') throw new Error(`Endpoint "${group}.${name}" has no handler`)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- each takes the call of its own endpoint, which is what `bind` and the jobs make; the type of all of them cannot say so
  return handler as AnyHandler
}
