import type { ReleaseMoved, ReleaseUnit } from '@adsite/contract'
import { RequestError } from '../error/request-error.ts'
import type { Releases, Trial } from '../call/releases.ts'

/** Accounts that the one link of the tests names. */
export const invited: number[] = []
/** The canaries of the tests, by unit. */
export const trials = new Map<string, Trial>()
/** End of the link of these tests: one moment for all calls, so that equal calls have equal answers. */
const linkEnds = new Date(Date.now() + 3_600_000).toISOString()

/**
 * Releases for tests of what the API adds: roles, shapes, statuses. Knows one unit and changes nothing; the
 * registry behind this interface is tested where both are composed (scripts/).
 */
export function releasesInMemory(): Releases {
  const unit: ReleaseUnit = {
    unit: 'ad',
    title: { ja: '広告管理', en: 'Advertising' },
    owner: null,
    can_try: true,
    is_protected: false,
    rev: 1,
    stable: '1.0.0-a',
    canary: null,
    last_known_good: [],
    bad: [],
    way_back: null,
    frozen: false,
    changed: null,
    fault: null,
  }
  const known = (name: string) => {
    if (name !== unit.unit) throw new RequestError('not_found')
  }
  const moved = async (name: string): Promise<ReleaseMoved> => {
    known(name)
    return { rev: 2, build: unit.stable!, canary: null, ended_canary: null }
  }
  return {
    units: async () => [unit],
    trials: async () => trials,
    async builds(name) {
      known(name)
      return [{ build: unit.stable!, published_at: '2026-01-01T00:00:00.000Z', commit: null }]
    },
    async history(name) {
      known(name)
      return { changes: [], damaged: [] }
    },
    async readPreviewLink(token) {
      if (token !== 'link') throw new RequestError('action_blocked')
      return { builds: { ad: '1.1.0-b' }, until: linkEnds, accounts: invited }
    },
    async checkPreview(builds) {
      if (Object.values(builds).includes('gone')) throw new RequestError('action_blocked')
      return Object.entries(builds).map(([name, build]) => ({
        unit: name,
        build,
        title: null,
        published_at: '2026-01-01T00:00:00.000Z',
        bad: false,
      }))
    },
    resolve: async (frames) => frames.map(({ file, line }) => ({ place: `src/${file}:${line}`, resolved: true })),
    rollback: moved,
    canary: moved,
    endCanary: moved,
    promote: moved,
    freeze: moved,
    unfreeze: moved,
  }
}
