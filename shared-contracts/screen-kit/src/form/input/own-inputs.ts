import { createContext, type ReactNode } from 'react'
import type { InputProps } from './field-inputs.tsx'

/** Inputs that a screen brings along, by the name of the field: for objects, and where an entity needs more than its kind does. */
export const OwnInputs = createContext<Readonly<Record<string, (props: InputProps) => ReactNode>>>({})
