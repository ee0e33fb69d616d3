import { informationTypes, type EndpointQuery, type informationEndpoints } from '@adsite/contract'

const pageSize = '20'

/** State of the list in the URL. Drops values that the endpoint would reject (old bookmarks). */
export interface ListAddress {
  readonly type: (typeof informationTypes.keys)[number] | null
  readonly unconfirmed: boolean
  /** Start or end of the page; null: the first page. */
  readonly cursor: PageCursor | null
}

/** Refers to a page relative to a cursor of the response: after or before it. */
export interface PageCursor {
  readonly side: 'after' | 'before'
  readonly at: string
}

function readCursor(search: URLSearchParams): PageCursor | null {
  const side = search.has('before') ? 'before' : 'after'
  const at = search.get(side)
  return at !== null && at !== '' && at.length <= 200 ? { side, at } : null
}

export function readAddress(search: URLSearchParams): ListAddress {
  return {
    type: informationTypes.keys.find((key) => key === search.get('type')) ?? null,
    unconfirmed: search.get('unconfirmed') === '1',
    cursor: readCursor(search),
  }
}

export function writeAddress({ type, unconfirmed, cursor }: ListAddress): URLSearchParams {
  return new URLSearchParams({
    ...(type ? { type } : {}),
    ...(unconfirmed ? { unconfirmed: '1' } : {}),
    ...(cursor ? { [cursor.side]: cursor.at } : {}),
  })
}

/** The query of the view-only list (spec/api "Announcement calls"): by default including confirmed ones, important or not. */
export function queryOf({ type, unconfirmed, cursor }: ListAddress): EndpointQuery<typeof informationEndpoints.viewList> {
  return {
    ...(type ? { type } : {}),
    is_important: 'false',
    remove_confirmed: unconfirmed ? 'true' : 'false',
    limit: pageSize,
    ...(cursor ? { [cursor.side]: cursor.at } : {}),
  }
}
