import { call } from '@adsite/api-client'
import type { adArticleEndpoints, adWhitelistEndpoints } from '@adsite/contract'

type PlaceEndpoints = typeof adWhitelistEndpoints | typeof adArticleEndpoints

/**
 * Excludes an ad from a place: changes the row that the place has where it is listed, else `create`s one. A new exclusion of what the
 * advertiser's side excludes makes that row both sides'.
 */
export async function excludeFrom(
  { list, exclude }: PlaceEndpoints,
  place: Readonly<Record<string, string>>,
  create: () => Promise<unknown>,
): Promise<void> {
  const { data } = await call(list, { query: place })
  const [known] = data
  if (known && known.status !== 'EXCLUDED') await call(exclude, { params: { id: known.id }, body: { version: known.version } })
  else await create()
}
