import type { RouteWith } from '@adsite/contract'
import { RouteLink } from '@adsite/remote'
import type { ReactNode } from 'react'

/** How the records of a list are linked: a route that takes only the id, a route with `detailParams`, or no route. */
export type RecordRoute =
  | { readonly detailRoute: RouteWith<'id'> | null; readonly detailParams?: undefined }
  | {
      readonly detailRoute: RouteWith<'id' | 'ad_id'>
      /** Must keep its identity between renders. */
      readonly detailParams: (id: number) => { readonly id: number; readonly ad_id: number }
    }

/** A `RecordRoute` as passed through the components of a list. */
export interface RecordAddress {
  readonly detailRoute: RecordRoute['detailRoute']
  readonly detailParams: RecordRoute['detailParams']
}

/** The link to a record of a list, used everywhere: in rows, cards and bulk results. */
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
