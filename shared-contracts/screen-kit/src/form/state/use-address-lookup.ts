import { apiKey, call, queryClient } from '@adsite/api-client'
import { choiceLabel, normaliseValue, placeEndpoints, prefectures, type AddressFields, type PostalPlace } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useKitText } from '../../base/texts.ts'
import type { FormValue, FormValues } from './form-values.ts'

/** The value common to all places; null if they differ. */
function common<T>(places: readonly PostalPlace[], read: (place: PostalPlace) => T): T | null {
  const [first, ...others] = places.map(read)
  return first !== undefined && others.every((other) => other === first) ? first : null
}

export interface AddressLookup {
  /** Result message of the lookup; null before the first lookup. */
  readonly note: string | null
  /** Call it with the postal code as typed. */
  readonly lookUp: (typed: FormValue) => void
}

/**
 * Fills in an address from its postal code (spec/domain "Company"). Looks up only codes that the user types; a
 * stored address stays unchanged.
 */
export function useAddressLookup(form: UseFormReturn<FormValues>, address: AddressFields, names: readonly string[]): AddressLookup {
  const text = useKitText()
  const language = useLanguage()
  const [note, setNote] = useState<string | null>(null)
  const asked = useRef<string | null>(null)

  function fill(name: string, value: string | null): void {
    if (value && names.includes(name)) form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
  }

  function take(places: readonly PostalPlace[]): void {
    const prefecture = common(places, (place) => place.prefecture)
    const city = common(places, (place) => place.city.name)
    const town = common(places, (place) => place.town)
    fill(address.prefecture, prefecture)
    fill(address.city, city)
    if (!form.getValues(address.street)) fill(address.street, town)
    if (places.length === 0) return setNote(text('address_unknown'))
    if (!prefecture || !city) return setNote(text('address_several'))
    const place = `${choiceLabel(prefectures, prefecture)?.[language] ?? prefecture}${language === 'ja' ? '' : ' '}${city}${town ?? ''}`
    setNote(text('address_found', { place }))
  }

  function lookUp(typed: FormValue): void {
    const zip = normaliseValue({ kind: 'zip' }, typed)
    const whole = typeof zip === 'string' && /^\d{3}-\d{4}$/u.test(zip) ? zip : null
    if (whole === asked.current) return
    asked.current = whole
    setNote(null)
    if (whole === null) return
    const args = { params: { zip: whole } }
    queryClient
      .fetchQuery({
        queryKey: apiKey(placeEndpoints.postalCode, args),
        queryFn: ({ signal }) => call(placeEndpoints.postalCode, { ...args, signal }),
      })
      // The lookup is optional: if it fails, users type the address.
      .then(
        ({ data }) => (asked.current === whole ? take(data) : undefined),
        () => undefined,
      )
  }

  return { note, lookUp }
}
