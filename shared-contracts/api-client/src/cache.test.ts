// @vitest-environment jsdom
import { endpoints, type Endpoint } from '@adsite/contract'
import { startI18n } from '@adsite/i18n'
import { MutationObserver, notifyManager, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient, refresh, refreshed } from './cache.ts'
import { call, setActiveAccount } from './call.ts'
import { apiKey } from './query.ts'

const all = Object.entries(endpoints).flatMap(([group, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, endpoint]) => ({ key: `${group}.${name}`, endpoint })),
)
const reads = all.filter(({ endpoint }) => endpoint.method === 'GET')
const writes = all.filter(({ endpoint }) => endpoint.method !== 'GET')

/** By whole segments, said another way than the client does. */
function isDeclared(path: string, stale: readonly string[]): boolean {
  const segments = path.split('/')
  return stale.some((root) => root.split('/').every((segment, index) => segment === segments[index]))
}

/** Every read of the contract on the page, with what is read again. */
const readAgain: string[] = []
let stops: (() => void)[] = []
function show(params: Readonly<Record<string, string | number>> | null = null): void {
  stops = reads.map(({ key, endpoint }) => {
    const observer = new QueryObserver(queryClient, {
      queryKey: apiKey(endpoint, params ? { params } : {}),
      queryFn: () => {
        readAgain.push(key)
        return key
      },
      initialData: key,
      staleTime: Infinity,
    })
    return observer.subscribe(() => undefined)
  })
}

beforeEach(() => {
  startI18n('ja')
  document.cookie = 'XSRF-TOKEN=token; path=/'
  setActiveAccount(10)
  readAgain.length = 0
})
afterEach(() => {
  for (const stop of stops) stop()
  queryClient.clear()
  vi.unstubAllGlobals()
  onlineManager.setOnline(true)
})

test.for(writes)('$key: what it makes stale is read again, and nothing else', async ({ endpoint }) => {
  show()
  refresh(endpoint)
  await refreshed()
  const declared = reads.filter(({ endpoint: { path } }) => isDeclared(path, endpoint.stale!)).map(({ key }) => key)
  expect(readAgain.toSorted()).toEqual(declared.toSorted())
})

const answering = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => new Response(status === 204 ? null : JSON.stringify(body), { status }))

test('a paused ad is read again with its campaign, and no company is', async () => {
  answering(204, null)
  show()
  await call(endpoints.ad.pause, { params: { id: 3 }, body: { version: 1 } })
  await refreshed()
  expect(readAgain).toEqual(expect.arrayContaining(['ad.list', 'ad.get', 'campaign.list', 'campaign.get', 'campaign.serving']))
  expect(readAgain.filter((key) => key.startsWith('company.'))).toEqual([])
})

test('/api/ad is not /api/advertisement, /api/ad-creative or /api/ad-whitelist', async () => {
  show()
  refresh({ ...endpoints.ad.pause, stale: ['/api/ad'] })
  await refreshed()
  expect(new Set(readAgain.map((key) => key.split('.')[0]))).toEqual(new Set(['ad']))
})

test('a refusal and a dry run make nothing stale', async () => {
  show()
  answering(409, { code: 'state_not_allowed', message: '実行できません' })
  await expect(call(endpoints.ad.pause, { params: { id: 3 }, body: { version: 1 } })).rejects.toThrow('実行できません')
  answering(200, { data: { total: 0, done: 0, results: [] } })
  await call(endpoints.ad.bulk, { body: { action: 'pause', ids: [1], dry_run: true }, dryRun: true })
  await refreshed()
  expect(readAgain).toEqual([])
})

test('a record that was deleted is not asked for again', async () => {
  answering(204, null)
  show({ id: 3 })
  await call(endpoints.company.delete, { params: { id: 3 } })
  await refreshed()
  expect(readAgain).not.toContain('company.get')
  expect(queryClient.getQueryState(apiKey(endpoints.company.get, { params: { id: 3 } }))?.isInvalidated).toBe(true)
  expect(readAgain).toContain('company.list')
})

test('a first answer that was on its way while something was written is asked for again', async () => {
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: apiKey(endpoints.ad.list, {}),
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  stops = [observer.subscribe(() => undefined)]
  refresh(endpoints.ad.pause)
  await vi.waitFor(() => expect(answers).toHaveLength(2), 60_000)
  answers[0]!('before')
  answers[1]!('after')
  await refreshed()
  expect(observer.getCurrentResult().data).toBe('after')
})

test('once everything is read again, the page has been told of it', async () => {
  let stored = 'before'
  let shown: unknown
  const observer = new QueryObserver(queryClient, { queryKey: apiKey(endpoints.ad.list, {}), queryFn: () => stored })
  // As a screen is told.
  stops = [observer.subscribe(notifyManager.batchCalls(({ data }) => (shown = data)))]
  await vi.waitFor(() => expect(shown).toBe('before'), 60_000)
  stored = 'after'
  refresh(endpoints.ad.pause)
  await refreshed()
  expect(shown).toBe('after')
})

test('without a network a call fails, and what a screen shows is read again once there is one', async () => {
  // As the provider does.
  queryClient.mount()
  onlineManager.setOnline(false)
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  const queryKey = apiKey(endpoints.ad.list, {})
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: () => call(endpoints.ad.list), retryDelay: 0 })
  stops = [observer.subscribe(() => undefined)]
  await vi.waitFor(() => expect(observer.getCurrentResult().error).toMatchObject({ code: 'network' }), 60_000)
  const write = new MutationObserver(queryClient, {
    mutationFn: () => call(endpoints.ad.pause, { params: { id: 3 }, body: { version: 1 } }),
  })
  await expect(write.mutate()).rejects.toMatchObject({ code: 'network' })

  answering(200, { data: [] })
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ data: [] }), 60_000)
  queryClient.unmount()
})

test.each([
  [403, 1],
  [404, 1],
  [500, 1],
  [502, 3],
  [503, 3],
])('a read that is answered with %d is sent %d times', async (status, times) => {
  const fetching = vi.fn<typeof fetch>(async () => new Response(null, { status }))
  vi.stubGlobal('fetch', fetching)
  const queryFn = () => call(endpoints.ad.list)
  const observer = new QueryObserver(queryClient, { queryKey: apiKey(endpoints.ad.list, {}), queryFn, retryDelay: 0 })
  stops = [observer.subscribe(() => undefined)]
  await vi.waitFor(() => expect(observer.getCurrentResult().error).toMatchObject({ status }), 60_000)
  expect(fetching).toHaveBeenCalledTimes(times)
})
