import type { AnyResource, ResourceRecord } from '@adsite/contract'
import { createContext, use, type ComponentType, type ReactNode } from 'react'
import type { KitRecord } from '../base/resource-endpoints.ts'

type Facts<R extends AnyResource> = Readonly<Record<string, ComponentType<{ readonly record: ResourceRecord<R> }>>>

interface ActionFactsProps<R extends AnyResource> {
  readonly resource: R
  /** Facts by the name of the action. */
  readonly facts: Facts<R>
  readonly children: ReactNode
}

const FactsContext = createContext<Omit<ActionFactsProps<AnyResource>, 'children'> | null>(null)

/** What the dialogs of a resource's actions show below here beside the fields of the record: the figures that the action decides about. */
export function ActionFacts<R extends AnyResource>(props: ActionFactsProps<R>): ReactNode
export function ActionFacts({ resource, facts, children }: ActionFactsProps<AnyResource>): ReactNode {
  return <FactsContext value={{ resource, facts }}>{children}</FactsContext>
}

/** The facts of one action, where the screen gives any. */
export function FactsOfAction({ resource, action, record }: { resource: AnyResource; action: string; record: KitRecord }): ReactNode {
  const given = use(FactsContext)
  const Facts = given?.resource.name === resource.name ? given.facts[action] : undefined
  return Facts ? <Facts record={record} /> : null
}
