import type { ReleaseMoved, ReleaseUnit } from '@adsite/contract'
import { RequestError } from '../error/request-error.ts'
import type { Releases } from '../call/releases.ts'

/**
 * Releases for tests of what the API adds: roles, shapes, statuses. Knows one unit and changes nothing; the
 * registry behind this interface is tested where both are composed (scripts/).
 */
export function releasesInMemory(): Releases {
  const unit: ReleaseUnit = {
    unit: 'ad',
    title: { ja: '広告管理', en: 'Advertising' },
    can_try: true,
    rev: 1,
    stable: '1.0.0-a',
    canary: null,
    last_known_good: [],
    bad: [],
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
    async builds(name) {
      known(name)
      return [{ build: unit.stable!, published_at: '2026-01-01T00:00:00.000Z', commit: null }]
    },
    async history(name) {
      known(name)
      return []
    },
    rollback: moved,
    canary: moved,
    promote: moved,
    freeze: moved,
    unfreeze: moved,
  }
}
