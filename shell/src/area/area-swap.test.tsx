// @vitest-environment jsdom
import { queryClient } from '@adsite/api-client'
import { remoteContract, type Area, type LivePointer, type RegistryPointers, type RemoteRelease } from '@adsite/remote'
import { act, fireEvent, screen } from '@testing-library/react'
import { useEffect, useState, type ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { followPointers } from '../federation/index.ts'
import { BrowserPage, heading, message } from '../testing/browser-page.tsx'
import { sampleRelease, sampleRoutes } from '../testing/sample-pointers.ts'

/** The screens of each build, by path. */
const screens: Record<string, Record<string, () => ReactNode>> = {}
/** Builds whose screens do not load, and builds whose entry does not. */
const lost = { screens: new Set<string>(), entries: new Set<string>() }
const entered: string[] = []

const routes = sampleRoutes['ad']!

vi.mock('../federation/check/check-signature.ts', () => ({ checkSignature: () => Promise.resolve() }))
vi.mock('../federation/files/entry-script.ts', async (original) => ({
  ...(await original<object>()),
  async runEntry({ build }: RemoteRelease) {
    if (lost.entries.has(build)) throw new Error('remoteEntry.js is missing')
  },
}))
vi.mock('../federation/files/fetch-files.ts', () => ({ fetchFiles: () => undefined }))
vi.mock('../federation/host.ts', () => ({
  offer: { contract: remoteContract, shares: {} },
  async readArea({ build }: RemoteRelease['manifest']): Promise<Area> {
    entered.push(build)
    return {
      area: 'ad',
      title: { ja: '広告管理', en: 'Ads' },
      icon: '',
      routes: routes.map((route) => ({
        ...route,
        path: route.path as `/${string}`,
        permission: route.permission as Area['routes'][number]['permission'],
        screen: async () => {
          if (lost.screens.has(build)) throw Object.assign(new Error('Loading chunk 1 failed'), { name: 'ChunkLoadError' })
          return { default: screens[build]?.[route.path] ?? (() => <Plain build={build} name={route.name} />) }
        },
      })),
    } as Area
  },
}))

function Plain({ build, name }: { build: string; name: string }): ReactNode {
  return <h1>{`${name} of ${build}`}</h1>
}

/** A screen that asks before its input is lost, as forms of the kit do. */
function Form({ build }: { build: string }): ReactNode {
  const [value, setValue] = useState('')
  useEffect(() => {
    const warn = (event: Event) => value !== '' && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [value])
  return (
    <>
      <h1>{`form of ${build}`}</h1>
      <input aria-label="name" value={value} onChange={({ target }) => setValue(target.value)} />
    </>
  )
}

let page: BrowserPage
let rev = 1

const pointersTo = (build: string, live: Partial<LivePointer> = {}): RegistryPointers => ({
  channel: 'stable',
  remotes: { ad: { rev, stable: sampleRelease('ad', build, routes), canary: null, lastKnownGood: [], bad: [], ...live } },
})

/** The registry names other builds, and this page hears of it. */
async function tell(build: string, live: Partial<LivePointer> = {}): Promise<void> {
  rev += 1
  page.server.instead.set('/registry/pointers', { status: 200, body: pointersTo(build, live) })
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
}
const go = (path: string) => act(() => page.router.navigate(path))
/** A call of a screen for data. */
const query = () => act(() => queryClient.fetchQuery({ queryKey: [1, 'x', Math.random()], queryFn: () => 1 }))

let count = 0
/** Names of builds are new in each test, because a page loads a build once. */
let names: readonly [string, string]

beforeAll(async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  followPointers()
  await Promise.all([import('../layout/BaseLayout.tsx'), import('./AreaScreen.tsx')])
})
beforeEach(() => {
  page = new BrowserPage()
  count += 1
  names = [`1.${count}.0-good`, `1.${count}.1-bad`]
  entered.length = 0
  lost.screens.clear()
  lost.entries.clear()
  for (const build of names) {
    page.server.instead.set(`/r/ad/${build}/release.json`, { status: 200, body: sampleRelease('ad', build, routes) })
  }
  // jsdom has no layout.
  Element.prototype.checkVisibility = () => true
})
afterEach(() => page.close())

async function openBad(path: string, live: Partial<LivePointer> = {}): Promise<readonly [string, string]> {
  const [good, bad] = names
  await tell(bad, live)
  await page.open(path, { using: 30 })
  return [good, bad]
}

describe('after a rollback, a page inside the area', () => {
  test('runs the good build at its next screen', async () => {
    const [good, bad] = await openBad('/ad/campaign')
    expect(await heading(`campaign.list of ${bad}`)).toBeTruthy()
    await tell(good, { bad: [bad] })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`campaign.list of ${bad}`)
    await go('/ad/achievements')
    expect(await heading(`achievements of ${good}`)).toBeTruthy()
  })

  test('runs it at its next query', async () => {
    const [good, bad] = await openBad('/ad/campaign')
    expect(await heading(`campaign.list of ${bad}`)).toBeTruthy()
    await tell(good, { bad: [bad] })
    await query()
    expect(await heading(`campaign.list of ${good}`)).toBeTruthy()
  })

  test('asks where something is unsaved, keeps it until then, and follows when it is saved', async () => {
    const [good, bad] = names
    for (const build of names) screens[build] = { '/ad/campaign/create': () => <Form build={build} /> }
    await openBad('/ad/campaign/create')
    fireEvent.change(await screen.findByLabelText('name'), { target: { value: '入力中' } })
    await tell(good, { bad: [bad] })
    await screen.findByText(/この画面の修正版があります/u)
    await query()
    expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('入力中')
    fireEvent.change(screen.getByLabelText('name'), { target: { value: '' } })
    expect(await heading(`form of ${good}`)).toBeTruthy()
    expect(screen.queryByText(/この画面の修正版があります/u)).toBeNull()
  })

  test('runs it at once where the user says so', async () => {
    const [good, bad] = names
    for (const build of names) screens[build] = { '/ad/campaign/create': () => <Form build={build} /> }
    await openBad('/ad/campaign/create')
    fireEvent.change(await screen.findByLabelText('name'), { target: { value: '入力中' } })
    await tell(good, { bad: [bad] })
    fireEvent.click(await screen.findByRole('button', { name: '今すぐ切り替える' }))
    expect(await heading(`form of ${good}`)).toBeTruthy()
  })

  test('shows the good build at once in place of the panel', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const [good, bad] = names
    lost.entries.add(bad)
    await openBad('/ad/campaign')
    expect(await heading('広告管理を表示できません')).toBeTruthy()
    await tell(good, { bad: [bad] })
    expect(await heading(`campaign.list of ${good}`)).toBeTruthy()
    quiet.mockRestore()
  })
})

test('with --now the page follows at once, also one that hears of it two changes later', async () => {
  const [good, bad] = await openBad('/ad/campaign')
  expect(await heading(`campaign.list of ${bad}`)).toBeTruthy()
  const now = rev + 1
  rev += 1
  await tell(good, { bad: [bad], now })
  expect(await heading(`campaign.list of ${good}`)).toBeTruthy()
})

test('a build that did not load is tried again by itself', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const [good, bad] = await openBad('/ad/campaign')
  expect(await heading(`campaign.list of ${bad}`)).toBeTruthy()
  lost.entries.add(good)
  await tell(good, { bad: [bad], now: rev + 1 })
  // Until both the prefetch and the first swap have failed.
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`campaign.list of ${bad}`)
  lost.entries.delete(good)
  await vi.waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`campaign.list of ${good}`), 10_000)
  quiet.mockRestore()
})

test('a promotion changes nothing within a screen, and the next one comes from the new build', async () => {
  const [next, first] = await openBad('/ad/campaign')
  expect(await heading(`campaign.list of ${first}`)).toBeTruthy()
  await tell(next, { lastKnownGood: [first] })
  await query()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`campaign.list of ${first}`)
  await go('/ad/achievements')
  expect(await heading(`achievements of ${next}`)).toBeTruthy()
})

test('a registry that answers with an older revision moves no page back', async () => {
  const [good, bad] = await openBad('/ad/campaign')
  await tell(good, { bad: [bad] })
  await query()
  expect(await heading(`campaign.list of ${good}`)).toBeTruthy()
  rev -= 2
  await tell(bad)
  rev += 2
  await go('/ad/achievements')
  expect(await heading(`achievements of ${good}`)).toBeTruthy()
})

describe('a screen that fails falls back to the last good build in the same navigation', () => {
  let quiet: { mockRestore: () => void }
  beforeEach(() => {
    quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => quiet.mockRestore())

  test('where its code does not load', async () => {
    const [good, bad] = names
    lost.screens.add(bad)
    await openBad('/ad/campaign', { lastKnownGood: [good] })
    expect(await heading(`campaign.list of ${good}`)).toBeTruthy()
    expect(message()).not.toContain('表示できません')
  })

  test('where the code of a later screen does not load', async () => {
    const [good, bad] = names
    await openBad('/ad/campaign', { lastKnownGood: [good] })
    expect(await heading(`campaign.list of ${bad}`)).toBeTruthy()
    lost.screens.add(bad)
    await go('/ad/achievements')
    expect(await heading(`achievements of ${good}`)).toBeTruthy()
    // The build that failed is not tried again with every screen.
    await go('/ad/campaign')
    expect(await heading(`campaign.list of ${good}`)).toBeTruthy()
  })

  test('where it throws', async () => {
    const [good, bad] = names
    screens[bad] = {
      '/ad/campaign': () => {
        throw new Error('totals are wrong')
      },
    }
    await openBad('/ad/campaign', { lastKnownGood: [good] })
    expect(await heading(`campaign.list of ${good}`)).toBeTruthy()
  })

  test('and shows the panel of the first error when no other build works', async () => {
    const [good, bad] = names
    screens[bad] = {
      '/ad/campaign': () => {
        throw new Error('totals are wrong')
      },
    }
    lost.entries.add(good)
    await openBad('/ad/campaign', { lastKnownGood: [good] })
    expect(await heading('広告管理を表示できません')).toBeTruthy()
    expect(message()).toContain('totals are wrong')
  })

  test('and tries again by itself where code did not load', async () => {
    const [good, bad] = names
    await openBad('/ad/campaign')
    lost.screens.add(good)
    await tell(good, { bad: [bad] })
    await go('/ad/achievements')
    expect(await heading('広告管理を表示できません')).toBeTruthy()
    lost.screens.delete(good)
    await vi.waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`achievements of ${good}`), 10_000)
  })

  test('and at once when the network is back', async () => {
    const [good, bad] = names
    await openBad('/ad/campaign')
    lost.screens.add(good)
    await tell(good, { bad: [bad] })
    await go('/ad/achievements')
    expect(await heading('広告管理を表示できません')).toBeTruthy()
    lost.screens.delete(good)
    await act(async () => void window.dispatchEvent(new Event('online')))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`achievements of ${good}`)
  })

  test('and tries again by itself where a part of the screen on show did not load', async () => {
    const [, build] = names
    let missing = false
    function Whole(): ReactNode {
      const [isOpen, setOpen] = useState(false)
      if (isOpen && missing) throw Object.assign(new Error('Loading chunk 2 failed'), { name: 'ChunkLoadError' })
      return (
        <>
          <h1>whole</h1>
          <button type="button" onClick={() => setOpen(true)}>
            open
          </button>
        </>
      )
    }
    screens[build] = { '/ad/campaign': Whole }
    await openBad('/ad/campaign')
    expect(await heading('whole')).toBeTruthy()
    missing = true
    fireEvent.click(screen.getByRole('button', { name: 'open' }))
    expect(await heading('広告管理を表示できません')).toBeTruthy()
    screen.getByRole('button', { name: '再試行' }).focus()
    missing = false
    await vi.waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('whole'), 10_000)
    await vi.waitFor(() => expect(document.activeElement?.closest('main')).not.toBeNull())
  })
})
