import { useApiQuery } from '@adsite/api-client'
import { placeEndpoints, type AddressFields } from '@adsite/contract'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useAddressLookup } from '../state/use-address-lookup.ts'
import type { FormValue } from '../state/form-values.ts'
import type { AddressHelp, ResourceFieldProps } from './ResourceField.tsx'

export interface AddressHelperProps extends ResourceFieldProps {
  readonly address: AddressFields
  /** What was typed before this was there; null if nothing was. */
  readonly typed: { readonly current: FormValue }
  readonly onHelp: (help: AddressHelp) => void
}

/** Completing the postal code fills in the rest of its address. */
function ZipHelper({ form, names, address, typed, onHelp }: AddressHelperProps): null {
  const { note, lookUp } = useAddressLookup(form, address, names)
  const tell = useEffectEvent((said: string | null) => onHelp({ note: said, onTyped: lookUp }))
  useEffect(() => tell(note), [note])
  const begin = useEffectEvent(() => {
    if (typed.current !== null) lookUp(typed.current)
  })
  useEffect(() => begin(), [])
  return null
}

/** Suggests the cities of the selected prefecture. Without suggestions (none selected, not loaded) the city is typed freely. */
function CityHelper({ form, address, onHelp }: AddressHelperProps): null {
  const prefecture = useWatch({ control: form.control, name: address.prefecture })
  const query = { prefecture: String(prefecture) }
  const { data } = useApiQuery(placeEndpoints.cities, { query }, { enabled: Boolean(prefecture) })
  const cities = prefecture ? data?.data : undefined
  useEffect(() => onHelp({ suggestions: cities?.map((city) => city.name) ?? [] }), [cities, onHelp])
  return null
}

/** Look-up and suggestions of the address inputs. It is loaded on demand: few forms have an address, and it brings the prefectures. */
export default function AddressHelper(props: AddressHelperProps): ReactNode {
  return props.name === props.address.zip ? <ZipHelper {...props} /> : <CityHelper {...props} />
}
