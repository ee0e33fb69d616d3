import type { RouteName, RouteParams } from '@adsite/contract'
import { useParams } from 'react-router-dom'

/** The parameters of the address, named as in the path of the route that the screen belongs to; of several routes, those that any of them has. */
export const useRouteParams = <N extends RouteName>() => useParams<RouteParams[N]>()
