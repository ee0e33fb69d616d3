import type { AnyResource, FieldName } from '@adsite/contract'
import { createContext, type ReactNode } from 'react'
import type { InputProps } from './field-inputs.tsx'

type Input = (props: InputProps) => ReactNode

/** Inputs by the name of the field. */
export const OwnInputsContext = createContext<Readonly<Partial<Record<string, Input>>>>({})

interface OwnInputsProps<R extends AnyResource> {
  readonly resource: R
  /** Inputs by the name of the field. */
  readonly inputs: { readonly [F in FieldName<R>]?: Input }
  readonly children: ReactNode
}

/** Custom inputs of a screen for fields of a resource: for objects, and for what needs more than the default of its kind. */
export function OwnInputs<R extends AnyResource>({ inputs, children }: OwnInputsProps<R>): ReactNode {
  return <OwnInputsContext value={inputs}>{children}</OwnInputsContext>
}
