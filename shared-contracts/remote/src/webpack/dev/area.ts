// Entry of a development build: the declared area with its screens prepared for fast refresh.
import { area as declared } from 'virtual:served-area'
import type { Area } from '../../area.ts'
import { liveScreen } from './refresh.ts'

export const area: Area = {
  ...declared,
  routes: declared.routes.map((route) => ({
    ...route,
    screen: async () => ({ default: liveScreen((await route.screen()).default) }),
  })),
}
