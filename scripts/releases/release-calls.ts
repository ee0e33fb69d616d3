import type { Api } from '@adsite/api'
import { serveReleases, type Registry } from '@adsite/release'
import type { Hono } from 'hono'
import type { Logger } from 'pino'

/** The release tools over the network: each call is in the audit, and wrong tokens are bounded. */
export function releaseCalls(registry: Registry, api: Pick<Api, 'noteRelease' | 'wrongTokens'>, logger: Logger): Hono {
  return serveReleases({
    registry,
    wrongTokens: api.wrongTokens,
    report({ verb, units, token, refused, done, detail }, c) {
      logger.info({ verb, units, token: token?.id ?? null, refused }, 'release call')
      api.noteRelease(c, {
        actor: token?.name ?? null,
        target: units.length === 0 ? `POST ${c.req.path}` : `release ${units.join(',')}`,
        // The outcome first: what was asked for may be long.
        detail: [verb, refused ?? done, detail].filter((part) => part !== '').join(' · '),
        refused: refused !== null,
      })
    },
    failed: (error) => logger.error({ err: error }, 'a release call failed'),
  })
}
