export { defineArea, type Area, type AreaRoute, type Screen, type Visit } from './area.ts'
export * from './release-format.ts'
export { useRouteParams } from './use-route-params.ts'
export { RouteLink, ShellProvider, useShell, type AlertType, type Outcome, type PathParams, type ShellApi } from './shell-api.ts'
