import type { RouteWith } from '@adsite/contract'
import { RouteLink } from '@adsite/remote'
import type { ReactNode } from 'react'

/** Where the records of a list open: a route that takes the id alone, one that `detailParams` fills, or none. */
export type RecordRoute =
  | { readonly detailRoute: RouteWith<'id'> | null; readonly detailParams?: undefined }
  | {
      readonly detailRoute: RouteWith<'id' | 'ad_id'>
      /** Stays the same from one rendering to the next. */
      readonly detailParams: (id: number) => { readonly id: number; readonly ad_id: number }
    }

/** A `RecordRoute` on its way through the parts of a list. */
export interface RecordAddress {
  readonly detailRoute: RecordRoute['detailRoute']
  readonly detailParams: RecordRoute['detailParams']
}

/** The one link to a record of a list, wherever it stands: in a row, on a card, among the results of a bulk action. */
export function RecordLink({ id, children, ...address }: RecordAddress & { id: number; children: ReactNode }): ReactNode {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the parts of a list hand both on as they got them
  const { detailRoute, detailParams } = address as RecordRoute
  if (detailRoute === null) return children
  if (detailParams === undefined) {
    return (
      <RouteLink to={detailRoute} params={{ id }}>
        {children}
      </RouteLink>
    )
  }
  return (
    <RouteLink to={detailRoute} params={detailParams(id)}>
      {children}
    </RouteLink>
  )
}
