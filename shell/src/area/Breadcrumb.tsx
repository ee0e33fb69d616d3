import { useRole } from '@adsite/auth'
import { useLocalize } from '@adsite/i18n'
import type { Area, AreaRoute } from '@adsite/remote'
import { listedParent, mayOpen } from '@adsite/remote/navigation'
import type { ReactNode } from 'react'
import { matchPath } from 'react-router-dom'
import { Crumbs } from '../page/Crumbs.tsx'
import { filledPath } from './shell-api.ts'

/** The user's position in an area: home, area, parent route, current route; derived from the route table. */
export function Breadcrumb({ area, route, pathname }: { area: Area; route: AreaRoute; pathname: string }): ReactNode {
  const localize = useLocalize()
  const role = useRole()
  const parent = listedParent(area.routes, route, role)
  const params = parent ? matchPath({ path: parent.path, end: false }, pathname)?.params : undefined
  const above = parent && {
    title: localize(parent.title),
    href: mayOpen(role, parent) ? (filledPath(parent.path, params ?? {}) ?? undefined) : undefined,
  }
  return <Crumbs between={[{ title: localize(area.title) }, ...(above ? [above] : [])]} page={localize(route.title)} />
}
