import type { AddressFields, AnyResource } from '@adsite/contract'
import { useRef, useState, type ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { fieldOf } from '../../base/field-of.ts'
import { lazyPart } from '../../on-demand/lazy-part.tsx'
import type { FormValue, FormValues } from '../state/form-values.ts'
import type { AddressHelperProps } from './AddressHelper.tsx'
import { FormField } from './FormField.tsx'

export interface ResourceFieldProps {
  readonly form: UseFormReturn<FormValues>
  readonly resource: AnyResource
  /** Fields available in this form. */
  readonly names: readonly string[]
  readonly name: string
}

/** What a field of an address adds to its input. */
export interface AddressHelp {
  readonly note?: string | null
  readonly onTyped?: (typed: FormValue) => void
  readonly suggestions?: readonly string[]
}

const AddressHelper = lazyPart<AddressHelperProps>(() => import('./AddressHelper.tsx'))

/** The input is there at once; what helps with it comes to it. */
function AddressField({ address, ...props }: ResourceFieldProps & { readonly address: AddressFields }): ReactNode {
  const { form, resource, name } = props
  const [help, setHelp] = useState<AddressHelp>(name === address.city ? { suggestions: [] } : {})
  const typed = useRef<FormValue>(null)
  const keep = (value: FormValue) => {
    typed.current = value
  }
  return (
    <>
      <FormField form={form} field={fieldOf(resource, name)} name={name} onTyped={keep} {...help} />
      <AddressHelper {...props} address={address} typed={typed} onHelp={setHelp} />
    </>
  )
}

/** A field of a resource's form; the fields of an address work together. */
export function ResourceField(props: ResourceFieldProps): ReactNode {
  const { form, resource, name } = props
  for (const address of resource.addresses ?? []) {
    if (name === address.zip || name === address.city) return <AddressField {...props} address={address} />
    if (name === address.street) return <FormField form={form} field={fieldOf(resource, name)} name={name} isContinued />
  }
  return <FormField form={form} field={fieldOf(resource, name)} name={name} />
}
