import { describe, expect, it, vi } from 'vitest'
import type { HistoryEntry } from '../actions/history.ts'
import type { MeasuredStatus } from '../actions/measured.ts'
import type { PointerMoved } from '../move/promote.ts'
import type { Pointer } from '../registry/schemas.ts'
import {
  describeCallsImpact,
  describeDiagnoses,
  describeDiff,
  describeFreeze,
  describeHistory,
  describeImpact,
  describeMove,
  describePruned,
  describeRepair,
  describeRollback,
  describeStatus,
  reportFailure,
} from './report.ts'

const [a, b] = ['1.0.0-a', '1.1.0-b']
const moved: PointerMoved = {
  unit: 'ad',
  channel: 'stable',
  rev: 4,
  build: a,
  previous: a,
  canary: null,
  endedCanary: null,
  changed: true,
}
const canary = { build: b, percent: 5, accounts: [12], salt: 's' }
const pointer: Pointer = { rev: 4, stable: a, canary: null, lastKnownGood: [], bad: [], frozen: false }

describe('a move', () => {
  it.each([
    [{ build: b }, 'ad runs 1.1.0-b on stable (revision 4, before: 1.0.0-a).'],
    [{ build: b, previous: null }, 'ad runs 1.1.0-b on stable (revision 4, before: nothing).'],
    [{ canary }, 'ad 1.1.0-b is tried by 5% of the accounts and account 12 on stable (revision 4); all others keep 1.0.0-a.'],
    [{ endedCanary: b }, 'ad 1.1.0-b is tried by nobody any more on stable (revision 4); everybody runs 1.0.0-a.'],
    [{ build: b, endedCanary: b }, 'ad runs 1.1.0-b on stable (revision 4, before: 1.0.0-a).'],
    [{ changed: false }, 'ad is so on stable (revision 4) already: nothing to do. Everybody runs 1.0.0-a.'],
    [
      { changed: false, canary },
      'ad is so on stable (revision 4) already: nothing to do. 1.1.0-b is tried by 5% of the accounts and account 12; all others run 1.0.0-a.',
    ],
  ])('%j', (change, line) => {
    expect(describeMove({ ...moved, ...change })).toBe(line)
  })

  it('back names the builds that it has passed over, and why', () => {
    const passedOver = [{ build: '1.0.0-c', why: 'it does not fit' }]
    expect(describeRollback({ ...moved, previous: b, passedOver, markedBad: b })).toBe(
      'ad runs 1.0.0-a on stable (revision 4, before: 1.1.0-b).\n  passed over 1.0.0-c: it does not fit',
    )
  })

  it('of a freeze says what still moves the unit', () => {
    expect(describeFreeze(moved, true)).toBe('ad is frozen on stable: nothing but a rollback moves it (revision 4).')
    expect(describeFreeze(moved, false)).toBe('ad may be promoted on stable again (revision 4).')
  })

  it('of a repair says whether there was anything to repair', () => {
    expect(describeRepair(moved)).toBe('The pointer of ad on stable was restored from the log (revision 4). Everybody runs 1.0.0-a.')
    expect(describeRepair({ ...moved, changed: false })).toBe(
      'The pointer of ad on stable works (revision 4): nothing to repair. Everybody runs 1.0.0-a.',
    )
  })
})

describe('status', () => {
  const unit: MeasuredStatus = { unit: 'ad', pointer, since: null, damage: null, waysBack: null, builds: [a, b] }
  const line = (change: Partial<MeasuredStatus>) =>
    describeStatus([{ ...unit, ...change }], { channel: 'stable', registry: undefined, location: 'there' })

  it('of a registry without builds, and of a unit that was never promoted', () => {
    expect(describeStatus([], { channel: 'stable', registry: undefined, location: 'there' })).toBe(
      'The registry in there has no builds yet.',
    )
    expect(line({ pointer: null })).toBe('ad: nothing promoted on stable; 2 builds kept: 1.0.0-a, 1.1.0-b')
    // What a publish leaves that was broken off.
    expect(line({ pointer: null, builds: [] })).toBe('ad: nothing promoted on stable; 0 builds kept')
  })

  it('has everything that somebody decides by, in one line', () => {
    const full: Pointer = { ...pointer, canary, lastKnownGood: ['1.0.0-c'], bad: ['1.0.0-d'], frozen: true }
    const since = {
      rev: 4,
      at: '2026-05-02T12:00:00.000Z',
      who: 'mika',
      action: 'freeze',
      why: 'a long\n  weekend',
      from: full,
      to: full,
    } as const
    expect(
      line({
        pointer: full,
        since: { ...since, evidence: null },
        damage: 'a file is gone',
        waysBack: { alone: '1.0.0-c', passedOver: [{ build: '1.0.0-e', why: 'it is gone' }], together: null },
        open: [{ build: a, pages: 3 }],
        vitals: [
          { build: a, name: 'LCP', p75: 1240.4 },
          { build: a, name: 'CLS', p75: 0.1 },
        ],
      }),
    ).toBe(
      'ad: 1.0.0-a (revision 4, freeze by mika at 2026-05-02T12:00:00.000Z (a long weekend)); DAMAGED: a file is gone; frozen; ' +
        '1.1.0-b tried by 5% of the accounts and account 12; good before: 1.0.0-c; a rollback goes to 1.0.0-c (not to 1.0.0-e: it is gone); ' +
        'bad: 1.0.0-d; 2 builds kept; open pages: 3 on 1.0.0-a; 75th percentile of the last hour: 1.0.0-a LCP 1240 ms, CLS 0.100',
    )
  })

  it('says in capitals that a unit cannot go back alone, with the command in the registry that was looked at', () => {
    const waysBack = {
      alone: null,
      passedOver: [{ build: '1.0.0-c', why: 'it does not fit' }],
      together: {
        builds: [
          { unit: 'ad', build: '1.0.0-c' },
          { unit: 'shell', build: '1.0.0-s' },
        ],
        canaries: [{ unit: 'md', build: b }],
      },
    }
    const looked = { channel: 'beta', registry: 's3://releases/a b', location: 'there' }
    expect(describeStatus([{ ...unit, waysBack }], looked)).toContain(
      'NO WAY BACK ALONE (1.0.0-c: it does not fit), only together: ' +
        "release end-canary md --from 1.1.0-b --channel beta --registry 's3://releases/a b' && " +
        "release rollback ad 1.0.0-c shell 1.0.0-s --reason REASON --channel beta --registry 's3://releases/a b'",
    )
    expect(line({ waysBack: { ...waysBack, together: null } })).toContain('NO WAY BACK ALONE (1.0.0-c: it does not fit);')
    expect(line({ waysBack: { alone: null, passedOver: [], together: null } })).toContain('nothing to roll back to')
  })
})

it('the history has one line for each change, newest first, with what never took effect and what is lost', () => {
  const entry = (rev: number, change: Partial<HistoryEntry> = {}): HistoryEntry => ({
    rev,
    at: '2026-05-02T12:00:00.000Z',
    who: 'mika',
    action: 'promote',
    why: null,
    from: null,
    to: { ...pointer, rev },
    evidence: null,
    tookEffect: true,
    ...change,
  })
  const entries = [entry(4, { why: 'two\nlines' }), entry(3, { tookEffect: false }), entry(1)]
  const damaged = [{ rev: 2, key: 'log/stable/ad/2.json', fault: 'log/stable/ad/2.json is missing' }]
  expect(describeHistory({ unit: 'ad', channel: 'stable', entries, damaged }).split('\n')).toEqual([
    '4  2026-05-02T12:00:00.000Z  mika  promote nothing -> 1.0.0-a  "two lines"',
    '3  2026-05-02T12:00:00.000Z  mika  promote nothing -> 1.0.0-a  (never took effect)',
    '2  DAMAGED: log/stable/ad/2.json is missing',
    '1  2026-05-02T12:00:00.000Z  mika  promote nothing -> 1.0.0-a',
  ])
  expect(describeHistory({ unit: 'ad', channel: 'stable', entries: [], damaged: [] })).toBe(
    'ad has builds, and none was promoted on stable yet.',
  )
})

it('prune says what it has removed, what it would, and what it has left alone', () => {
  const one = { unit: 'ad', build: a, bytes: 2000 }
  const never = { unit: 'md', build: b, bytes: 0 }
  expect(describePruned({ removed: [one], left: [] }, false, 30)).toBe('Removed 1 build (2 KiB): ad 1.0.0-a')
  expect(describePruned({ removed: [one, never], left: [{ unit: 'op', build: null, why: 'its pointer is lost' }] }, true, 30)).toBe(
    'Would remove 2 builds (2 KiB): ad 1.0.0-a, md 1.1.0-b (never published completely)\n  left alone: op: its pointer is lost',
  )
  expect(describePruned({ removed: [], left: [] }, false, 7)).toBe('Every build is needed, or younger than 7 days: nothing to remove.')
})

it('doctor tells a fault from a warning, and says that nothing was there to check', () => {
  const build = { unit: 'ad', build: a, role: 'stable', files: 4 } as const
  expect(describeDiagnoses([])).toBe('Nothing runs on this channel yet: nothing to check.')
  expect(describeDiagnoses([{ ...build, faults: [], warnings: ['no way back'] }])).toBe(
    'ad 1.0.0-a (stable): well, 4 files\n  warning: no way back',
  )
  expect(describeDiagnoses([{ ...build, faults: ['main.js is missing'], warnings: [] }])).toBe(
    'ad 1.0.0-a (stable): NOT WELL\n  main.js is missing',
  )
})

it('impact names what is used, and says what it does not know', () => {
  const build = { unit: 'ad', build: a, role: 'canary', version: '1.3.0', fault: null } as const
  expect(describeImpact([], 'react', 'beta')).toBe('No build in use on beta takes this of react from the shell.')
  expect(
    describeImpact(
      [
        { ...build, names: ['useId'] },
        { ...build, names: ['*'] },
      ],
      'react',
      'stable',
    ),
  ).toBe('ad 1.0.0-a (canary): useId of react, built with 1.3.0\nad 1.0.0-a (canary): the whole module of react, built with 1.3.0')
  expect(describeCallsImpact([], 'beta')).toBe('No build in use on beta makes these calls.')
  expect(
    describeCallsImpact(
      [
        { ...build, names: null },
        { ...build, build: null, version: null, names: null, fault: 'it is gone' },
      ],
      'stable',
    ),
  ).toBe(
    'ad 1.0.0-a (canary): not known, since it was built before manifests named calls, built with contract 1.3.0\n' +
      'ad of an unknown build (canary): NOT KNOWN, since it cannot be read (it is gone)',
  )
})

it('a comparison has what differs, and leaves out what does not', () => {
  const same = { unit: 'ad', builds: [a, b], commits: ['abc', null], bytes: [2048, 1024] } as const
  const nothing = { routes: { added: [], removed: [], changed: [] }, contract: null, shares: [], files: [] }
  const head = 'ad 1.0.0-a (abc, 2.0 KiB) -> 1.1.0-b (no commit, 1.0 KiB)'
  expect(describeDiff({ ...same, ...nothing })).toBe(head)
  expect(
    describeDiff({
      ...same,
      contract: ['1.2.0', '1.3.0'],
      routes: { added: ['/ad/x'], removed: ['/ad/y'], changed: ['/ad/z'] },
      shares: ['react'],
      files: [{ path: 'new.js', before: null, after: 512 }],
    }).split('\n'),
  ).toEqual([
    head,
    '  contract: 1.2.0 -> 1.3.0',
    '  new routes: /ad/x',
    '  routes that are gone: /ad/y',
    '  changed routes: /ad/z',
    '  shared modules: react',
    '  new.js: – -> 0.5 KiB',
  ])
})

it('a failure of the storage is a sentence on standard error, or JSON alone on standard output', () => {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const full = new Error('ENOSPC: no space left on device, write')
  reportFailure(full, false, '/other')
  expect(out).not.toHaveBeenCalled()
  expect(String(err.mock.calls[0]![0])).toMatch(/^The action was broken off: ENOSPC.* "release status" before repeating\.\n$/u)
  reportFailure(full, true, undefined)
  expect(JSON.parse(String(out.mock.calls[0]![0]))).toMatchObject({ error: { code: 'storage_failed', why: full.message } })
  expect(err).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
})
