import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'

/** Hours after which a development build stops replacing the release. */
export const developmentHours = 8

/**
 * Whether an origin is a valid development server: plain http on the user's own machine. Pages load nothing else
 * (docs/decisions/0011). IPv6 is not allowed because a content security policy cannot name such an address.
 */
export function isLoopbackOrigin(text: string): boolean {
  const port = /^http:\/\/(?:127\.0\.0\.1|localhost):([1-9]\d{0,4})$/u.exec(text)?.[1]
  return port !== undefined && Number(port) <= 65_535
}

/** A remote that one browser loads from a development server instead of its release. */
export const development = v.strictObject({
  area: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/u)),
  origin: v.pipe(v.string(), v.check(isLoopbackOrigin, 'not the address of a server on this machine')),
})
export type Development = v.InferOutput<typeof development>

/** For administrators. Applies only to the calling session, not to other sign-ins, accounts or browsers. */
export const developmentEndpoints = {
  start: defineEndpoint({
    method: 'POST',
    path: '/api/development',
    label: { ja: '開発ビルドの開始', en: 'Start a development build' },
    kind: 'change',
    permission: 'development.use',
    person: true,
    summary: `Run a remote from a development server on the own machine, in this session, for ${developmentHours} hours`,
    body: development,
    success: 204,
    stale: [],
  }),
  end: defineEndpoint({
    method: 'DELETE',
    path: '/api/development',
    label: { ja: '開発ビルドの終了', en: 'End a development build' },
    kind: 'delete',
    permission: 'development.use',
    person: true,
    summary: 'Run what is released again; 204 also when nothing was started',
    success: 204,
    stale: [],
  }),
}
