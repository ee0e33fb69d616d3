import { RouteLink } from '@adsite/remote'
import type { ReactNode } from 'react'

/** Where the records of a list open: a route and, unless it takes the id alone, what it takes. */
export interface RecordAddress {
  readonly detailRoute: string
  /** Stays the same from one rendering to the next. */
  readonly detailParams: ((id: number) => Readonly<Record<string, number>>) | undefined
}

/** The one link to a record of a list, wherever it stands: in a row, on a card, among the results of a bulk action. */
export function RecordLink({ id, detailRoute, detailParams, children }: RecordAddress & { id: number; children: ReactNode }): ReactNode {
  return (
    <RouteLink to={detailRoute} params={detailParams?.(id) ?? { id }}>
      {children}
    </RouteLink>
  )
}
