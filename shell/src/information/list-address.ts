import { informationTypes, type EndpointQuery, type informationEndpoints } from '@adsite/contract'

/** Entries of one page. */
const pageSize = '20'

/** What the list shows, as its address says: what the call would refuse (an old bookmark) is left out. */
export interface ListAddress {
  readonly type: (typeof informationTypes.keys)[number] | null
  readonly unconfirmed: boolean
  /** Cursor of the page; null: the first. */
  readonly after: string | null
}

export function readAddress(search: URLSearchParams): ListAddress {
  const after = search.get('after')
  return {
    type: informationTypes.keys.find((key) => key === search.get('type')) ?? null,
    unconfirmed: search.get('unconfirmed') === '1',
    after: after !== null && after !== '' && after.length <= 200 ? after : null,
  }
}

export function writeAddress({ type, unconfirmed, after }: ListAddress): URLSearchParams {
  return new URLSearchParams({ ...(type ? { type } : {}), ...(unconfirmed ? { unconfirmed: '1' } : {}), ...(after ? { after } : {}) })
}

/** The query of SPEC section 7, "Announcement view-only list": by default also what is confirmed, important or not. */
export function queryOf({ type, unconfirmed, after }: ListAddress): EndpointQuery<typeof informationEndpoints.viewList> {
  return {
    ...(type ? { type } : {}),
    is_important: 'false',
    remove_confirmed: unconfirmed ? 'true' : 'false',
    limit: pageSize,
    ...(after ? { after } : {}),
  }
}
