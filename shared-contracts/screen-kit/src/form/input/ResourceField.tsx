import { useApiQuery } from '@adsite/api-client'
import { placeEndpoints, type AddressFields, type AnyResource } from '@adsite/contract'
import type { ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { FormField } from './FormField.tsx'
import type { FormValues } from '../state/form-values.ts'
import { useAddressLookup } from '../state/use-address-lookup.ts'
import { fieldOf } from '../../base/field-of.ts'

interface ResourceFieldProps {
  readonly form: UseFormReturn<FormValues>
  readonly resource: AnyResource
  /** Fields available in this form. */
  readonly names: readonly string[]
  readonly name: string
}

interface AddressFieldProps extends ResourceFieldProps {
  readonly address: AddressFields
}

/** Completing the postal code fills in the rest of its address. */
function ZipField({ form, resource, names, name, address }: AddressFieldProps): ReactNode {
  const { note, lookUp } = useAddressLookup(form, address, names)
  return <FormField form={form} field={fieldOf(resource, name)} name={name} note={note} onTyped={lookUp} />
}

/** Suggests the cities of the selected prefecture. Without suggestions (none selected, not loaded) the city is typed freely. */
function CityField({ form, resource, name, address }: AddressFieldProps): ReactNode {
  const prefecture = useWatch({ control: form.control, name: address.prefecture })
  const query = { prefecture: String(prefecture) }
  const { data } = useApiQuery(placeEndpoints.cities, { query }, { enabled: Boolean(prefecture) })
  const cities = prefecture ? (data?.data ?? []) : []
  return <FormField form={form} field={fieldOf(resource, name)} name={name} suggestions={cities.map((city) => city.name)} />
}

/** A field of a resource's form; the fields of an address work together. */
export function ResourceField(props: ResourceFieldProps): ReactNode {
  const { form, resource, name } = props
  for (const address of resource.addresses ?? []) {
    if (name === address.zip) return <ZipField {...props} address={address} />
    if (name === address.city) return <CityField {...props} address={address} />
    if (name === address.street) return <FormField form={form} field={fieldOf(resource, name)} name={name} isContinued />
  }
  return <FormField form={form} field={fieldOf(resource, name)} name={name} />
}
