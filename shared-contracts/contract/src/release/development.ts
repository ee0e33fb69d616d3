import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'

/** A development build stops standing in for a release this long after it was started (hours). */
export const developmentHours = 8

/**
 * Where a development server may be: on the machine of whoever looks, by plain http. Nothing else is ever let into
 * a page (docs/decisions/0011). No IPv6 address: a content security policy cannot name one.
 */
export function isLoopbackOrigin(text: string): boolean {
  const port = /^http:\/\/(?:127\.0\.0\.1|localhost):([1-9]\d{0,4})$/u.exec(text)?.[1]
  return port !== undefined && Number(port) <= 65_535
}

/** A remote that one browser runs from a development server in place of its release. */
export const development = v.strictObject({
  area: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/u)),
  origin: v.pipe(v.string(), v.check(isLoopbackOrigin, 'not the address of a server on this machine')),
})
export type Development = v.InferOutput<typeof development>

/** For administrators, and for the session that asks alone: another sign-in, account or browser has nothing of it. */
export const developmentEndpoints = {
  start: defineEndpoint({
    method: 'POST',
    path: '/api/development',
    kind: 'change',
    permission: 'development.use',
    summary: `Run a remote from a development server on the own machine, in this session, for ${developmentHours} hours`,
    body: development,
    success: 204,
    stale: [],
  }),
  end: defineEndpoint({
    method: 'DELETE',
    path: '/api/development',
    kind: 'delete',
    permission: 'development.use',
    summary: 'Run what is released again; 204 also when nothing was started',
    success: 204,
    stale: [],
  }),
}
