import {
  advertiser,
  advertiserEndpoints,
  agency,
  agencyEndpoints,
  ptd,
  ptdEndpoints,
  rep,
  repEndpoints,
  type AccountKind,
  type UserKind,
} from '@adsite/contract'
import { useLocation } from 'react-router-dom'

/** The second path segment and the kind of account it stands for (spec/site "Operations area"). */
export const segments = {
  rep: 'rep',
  agency: 'agency',
  advertiser: 'advertiser',
  ptd: 'ptd',
  publisher_group: 'pg',
} as const satisfies Record<string, UserKind>

const isSegment = (segment: string): segment is keyof typeof segments => Object.hasOwn(segments, segment)

/** The resource and the endpoints of each kind of account. */
export const accounts = {
  advertiser: { resource: advertiser, endpoints: advertiserEndpoints },
  agency: { resource: agency, endpoints: agencyEndpoints },
  rep: { resource: rep, endpoints: repEndpoints },
  ptd: { resource: ptd, endpoints: ptdEndpoints },
} as const

/** The kind of account of a path; screens are the same for all kinds. */
export function userKindOf(pathname: string): UserKind {
  const segment = pathname.split('/')[2] ?? ''
  if (!isSegment(segment)) throw new Error(`No kind of account at /op/${segment}`)
  return segments[segment]
}

/** The same for account screens; media groups have their own screens. */
export function accountKindOf(pathname: string): AccountKind {
  const kind = userKindOf(pathname)
  if (kind === 'pg') throw new Error('Media groups have screens of their own')
  return kind
}

export const useUserKind = (): UserKind => userKindOf(useLocation().pathname)
export const useAccountKind = (): AccountKind => accountKindOf(useLocation().pathname)
