export { defineArea, type Area, type AreaRoute } from './area.ts'
export * from './release-format.ts'
export { RouteLink, ShellProvider, useShell, type AlertType, type Outcome, type ShellApi } from './shell-api.ts'
