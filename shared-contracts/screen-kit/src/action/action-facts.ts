import { createContext, type ComponentType } from 'react'
import type { KitRecord } from '../base/resource-endpoints.ts'

/** What a screen shows in the dialog of an action beside the record's own fields, by the name of the action: figures that it decides about. */
export const ActionFacts = createContext<Readonly<Record<string, ComponentType<{ record: KitRecord }>>>>({})
