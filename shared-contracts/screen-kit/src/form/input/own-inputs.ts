import { createContext, type ReactNode } from 'react'
import type { InputProps } from './field-inputs.tsx'

/** Custom inputs supplied by a screen, by field name: for objects, and for entities that need more than the default of the kind. */
export const OwnInputs = createContext<Readonly<Record<string, (props: InputProps) => ReactNode>>>({})
