// @vitest-environment jsdom
import { endpoints, type Endpoint } from '@adsite/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startI18n } from '@adsite/i18n'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, apiKey, apiUrl, call, configureClient, setActiveAccount, setViewing, tell } from './index.ts'
import { failureTexts } from './api-error.ts'

const { campaign, session } = endpoints
const fetching = vi.fn<typeof fetch>()

function answer(status: number, body?: unknown): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), { status })
}

/** Returns the nth request passed to fetch. */
function sent(index: number): { url: string; method: string | undefined; headers: Headers; body: unknown } {
  const [url, init] = fetching.mock.calls[index]!
  return { url: url as string, method: init?.method, headers: new Headers(init?.headers), body: init?.body }
}

beforeEach(() => {
  startI18n('ja')
  fetching.mockReset()
  vi.stubGlobal('fetch', fetching)
  document.cookie = 'XSRF-TOKEN=first%3D; path=/'
  setActiveAccount(7)
})

afterEach(() => {
  vi.unstubAllGlobals()
  setActiveAccount(null)
})

describe('a call', () => {
  it('fills the path, drops empty filters and names the account', async () => {
    fetching.mockResolvedValueOnce(answer(200, { data: [] }))
    await call(campaign.list, { query: { q: '', sort: '-name', limit: undefined } })
    expect(sent(0).url).toBe('/api/campaign?sort=-name')
    expect(sent(0).headers.get('X-Account-Id')).toBe('7')
    expect(sent(0).headers.has('X-XSRF-TOKEN')).toBe(false)
    expect(apiUrl(campaign.get, { params: { id: 5 } })).toBe('/api/campaign/5')
  })

  it('answers names without signs that turn the sentence that they stand in', async () => {
    fetching.mockResolvedValueOnce(answer(200, { data: [{ name: '夏\u202eの\u2066特集' }] }))
    expect(await call(campaign.list)).toEqual({ data: [{ name: '夏の特集' }] })
    fetching.mockResolvedValueOnce(answer(409, { code: 'conflict', message: '\u202emika さんが先に変更しました' }))
    await expect(call(campaign.list)).rejects.toMatchObject({ message: 'mika さんが先に変更しました' })
  })

  it('names the version of the contract that the code was built with, and tells when it is no longer served', async () => {
    const onPageOutdated = vi.fn<() => void>()
    configureClient({ onPageOutdated })
    fetching.mockResolvedValueOnce(answer(200, { data: [] }))
    await call(campaign.list)
    expect(sent(0).headers.get('X-Contract-Version')).toBe(campaign.list.version)
    expect(campaign.list.version).toMatch(/^\d+\.\d+\.\d+$/u)
    expect(onPageOutdated).not.toHaveBeenCalled()
    fetching.mockResolvedValueOnce(answer(409, { code: 'page_outdated', message: 'x' }))
    await expect(call(campaign.list)).rejects.toMatchObject({ code: 'page_outdated' })
    expect(onPageOutdated).toHaveBeenCalledTimes(1)
  })

  it('is not sent while the page shows the site as somebody else, unless it is for looking', async () => {
    setViewing(true)
    const refusal = { code: 'viewing', message: 'ほかの利用者として閲覧しているため、この操作はできません' }
    await expect(call(campaign.create, { body: { name: 'x' } as never })).rejects.toMatchObject(refusal)
    await expect(call(endpoints.api_key.list)).rejects.toMatchObject(refusal)
    await tell(endpoints.release.beacon, { beacons: [] })
    expect(fetching).not.toHaveBeenCalled()
    fetching.mockImplementation(async () => answer(200, { data: [] }))
    await call(campaign.list)
    await call(endpoints.viewing.end, { params: { id: 3 } })
    expect(fetching).toHaveBeenCalledTimes(2)
    setViewing(false)
    await tell(endpoints.release.beacon, { beacons: [] })
    expect(fetching).toHaveBeenCalledTimes(3)
  })

  it('that the page makes by itself says so, so that it does not keep the session alive', async () => {
    fetching.mockImplementation(async () => answer(200, { data: [] }))
    await call(campaign.list)
    await call(campaign.list, { background: true })
    await tell(endpoints.release.beacon, { beacons: [] })
    expect([0, 1, 2].map((index) => sent(index).headers.has('X-Background'))).toEqual([false, true, true])
  })

  it('that is refused because somebody else is viewed lets the page look at its session', async () => {
    const onAccountChanged = vi.fn<() => void>()
    configureClient({ onAccountChanged })
    fetching.mockResolvedValueOnce(answer(403, { code: 'viewing', message: 'x' }))
    await expect(call(campaign.create, { body: { name: 'x' } as never })).rejects.toMatchObject({ code: 'viewing' })
    expect(onAccountChanged).toHaveBeenCalledTimes(1)
  })

  it('asks for a fresh factor where one is needed, and repeats the call once it is given', async () => {
    const onFactorNeeded = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(true).mockResolvedValueOnce(false)
    configureClient({ onFactorNeeded })
    const needed = () => answer(403, { code: 'factor_needed', message: 'confirm' })
    fetching.mockResolvedValueOnce(needed()).mockResolvedValueOnce(answer(201, { data: { id: 4 } }))
    const body = { name: 'x' } as never
    await expect(call(campaign.create, { body, idempotencyKey: 'one-and-the-same' })).resolves.toEqual({ data: { id: 4 } })
    const { url, method, body: again } = sent(1)
    expect({ url, method, body: again }).toEqual({ url: sent(0).url, method: 'POST', body: sent(0).body })
    expect(sent(1).headers.get('Idempotency-Key')).toBe('one-and-the-same')
    fetching.mockResolvedValueOnce(needed())
    await expect(call(campaign.create, { body })).rejects.toMatchObject({ code: 'factor_needed', message: 'confirm' })
    expect(onFactorNeeded).toHaveBeenCalledTimes(2)
  })

  it('begins a trace of its own', async () => {
    fetching.mockImplementation(async () => answer(200, { data: [] }))
    await call(campaign.list)
    await call(campaign.list)
    const [one, other] = [sent(0).headers.get('traceparent'), sent(1).headers.get('traceparent')]
    for (const traceparent of [one, other]) expect(traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/u)
    expect(one).not.toBe(other)
  })

  it('sends no header beyond those that a front of another origin is told to allow (docs/operations/README.md)', async () => {
    fetching.mockImplementation(async () => answer(500))
    const body = { name: 'x' } as never
    await Promise.allSettled([call(campaign.create, { body, idempotencyKey: 'key' }), call(campaign.list, { background: true })])
    // Browsers send these to other origins unasked.
    const safe = new Set(['accept', 'accept-language'])
    const names = new Set(fetching.mock.calls.flatMap((_, index) => [...sent(index).headers.keys()]).filter((name) => !safe.has(name)))
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/operations/README.md'), 'utf8')
    const allowed = /and the headers (.*?)\./u.exec(guide)![1]!
    expect([...names].toSorted()).toEqual([...allowed.matchAll(/`([\w-]+)`/gu)].map(([, name]) => name!.toLowerCase()).toSorted())
  })

  it('sends the token back decoded, and tries once more after a 419', async () => {
    fetching
      .mockResolvedValueOnce(answer(419, { code: 'csrf_mismatch', message: 'x' }))
      .mockImplementationOnce(() => {
        document.cookie = 'XSRF-TOKEN=second; path=/'
        return Promise.resolve(answer(204))
      })
      .mockResolvedValueOnce(answer(204))
    await call(campaign.update, { params: { id: 1 }, body: { version: 3, name: 'a' } })
    expect(sent(0).headers.get('X-XSRF-TOKEN')).toBe('first=')
    expect(sent(1).url).toBe('/sanctum/csrf-cookie')
    expect(sent(2).headers.get('X-XSRF-TOKEN')).toBe('second')
    expect(sent(2).body).toBe('{"version":3,"name":"a"}')
    expect(fetching).toHaveBeenCalledTimes(3)
  })

  it('shares a token with another call that lacks one, and fetches another after one that failed', async () => {
    document.cookie = 'XSRF-TOKEN=; path=/; max-age=0'
    fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const update = () => call(campaign.update, { params: { id: 1 }, body: { version: 3, name: 'a' } })
    await expect(update()).rejects.toBeInstanceOf(ApiError)
    let tokens = 0
    fetching.mockReset().mockImplementation(async (url) => {
      await Promise.resolve()
      if (url === '/sanctum/csrf-cookie') document.cookie = `XSRF-TOKEN=token-${(tokens += 1)}; path=/`
      return answer(204)
    })
    await Promise.all([update(), update()])
    expect(fetching.mock.calls.map(([url]) => url)).toEqual(['/sanctum/csrf-cookie', '/api/campaign/1', '/api/campaign/1'])
    expect([1, 2].map((index) => sent(index).headers.get('X-XSRF-TOKEN'))).toEqual(['token-1', 'token-1'])
  })

  it.each([400, 422, 500])('carries the words of a %d, also when its code is none of ours', async (status) => {
    fetching.mockResolvedValueOnce(answer(status, { message: '在庫がありません' }))
    await expect(call(campaign.list)).rejects.toMatchObject({ code: 'unexpected', status, message: '在庫がありません' })
  })

  it('takes words from no other status', async () => {
    fetching.mockResolvedValueOnce(answer(502, { message: 'nginx' }))
    await expect(call(campaign.list)).rejects.toMatchObject({ status: 502, message: 'リストの取得に失敗しました' })
  })

  it('calls every 401 a failed authentication', async () => {
    const ended = vi.fn<() => void>()
    configureClient({ onUnauthenticated: ended })
    fetching.mockResolvedValueOnce(new Response('<html>', { status: 401 }))
    await expect(call(campaign.list)).rejects.toMatchObject({ code: 'unauthenticated', status: 401, message: '認証に失敗しました' })
    expect(ended).toHaveBeenCalledOnce()
  })

  it('carries what the API refused with', async () => {
    fetching.mockResolvedValueOnce(answer(422, { code: 'validation_failed', message: '確認', errors: { name: ['必須項目です。'] } }))
    const error = await call(campaign.update, { params: { id: 1 }, body: { version: 1 } }).catch((fault: unknown) => fault)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'validation_failed', status: 422, message: '確認', errors: { name: ['必須項目です。'] } })
  })

  it('calls an unexpected success by the kind of call', async () => {
    fetching.mockResolvedValueOnce(answer(200, {}))
    await expect(call(campaign.update, { params: { id: 1 }, body: { version: 1 } })).rejects.toMatchObject({
      code: 'unexpected',
      message: '更新に失敗しました',
    })
  })

  it('has the words of spec/texts "Failures" for each kind', () => {
    expect(Object.fromEntries(Object.entries(failureTexts).map(([kind, { ja }]) => [kind, ja]))).toMatchObject({
      list: 'リストの取得に失敗しました',
      create: '作成に失敗しました',
      update: '更新に失敗しました',
      change: '変更に失敗しました',
      delete: '削除に失敗しました',
      invite: '招待に失敗しました',
    })
  })

  it.each([
    [session.login, { email: 'a@b.example', password: 'x' }, 'ログインに失敗しました'],
    [endpoints.password.forgot, { email: 'a@b.example' }, 'メールの送信に失敗しました。時間をおいて再度お試しください'],
  ] as const)('says of what comes before a session what has failed', async (endpoint, body, message) => {
    fetching.mockResolvedValueOnce(new Response('<html>', { status: 502 }))
    await expect(call<Endpoint>(endpoint, { body })).rejects.toMatchObject({ status: 502, message })
  })

  it('says that the server cannot be reached, without a false success', async () => {
    fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(call(campaign.list)).rejects.toMatchObject({ code: 'network', status: 0 })
  })

  it.each([
    ['a call', () => call(campaign.list).catch(({ code }: ApiError) => code), 'network'],
    [
      'the token that a call needs',
      () => {
        document.cookie = 'XSRF-TOKEN=; max-age=0; path=/'
        return call(campaign.update, { params: { id: 1 }, body: { version: 3, name: 'a' } }).catch(({ code }: ApiError) => code)
      },
      'network',
    ],
    ['a report', () => tell(endpoints.release.beacon, { beacons: [] }), false],
  ] as const)('gives up waiting for %s after a while', async (_, send, outcome) => {
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    fetching.mockImplementation((__, init) => (init?.signal?.aborted ? Promise.reject(init.signal.reason) : new Promise(() => {})))
    expect(await send()).toBe(outcome)
    expect(limits).toHaveBeenCalledWith(30_000)
    limits.mockRestore()
  })

  it.each([
    ['a list', campaign.list, 200],
    ['a create', campaign.create, 201],
  ] as const)('says the same where the answer to %s breaks off, and tells of the trouble', async (_, endpoint, status) => {
    const onTrouble = vi.fn<() => void>()
    configureClient({ onTrouble })
    fetching.mockResolvedValueOnce(new Response('{"id":', { status }))
    const message = 'サーバーに接続できません。通信状況を確認してください'
    await expect(call<Endpoint>(endpoint)).rejects.toMatchObject({ name: 'ApiError', code: 'network', status: 0, message })
    expect(onTrouble).toHaveBeenCalledExactlyOnceWith({ endpoint, status: 0 })
  })

  it('tells that the role may be another one where a call is refused for it', async () => {
    const onAccountChanged = vi.fn<() => void>()
    configureClient({ onAccountChanged })
    fetching.mockResolvedValueOnce(answer(403, { code: 'forbidden', message: '表示権限がありません' }))
    await expect(call(campaign.update, { params: { id: 1 }, body: { version: 1 } })).rejects.toMatchObject({ code: 'forbidden' })
    expect(onAccountChanged).toHaveBeenCalledOnce()
  })

  it('tells of a lost session, but not of a failed sign-in', async () => {
    const onUnauthenticated = vi.fn<() => void>()
    configureClient({ onUnauthenticated })
    fetching.mockImplementation(() => Promise.resolve(answer(401, { code: 'unauthenticated', message: '認証に失敗しました' })))
    await call(session.login, { body: { email: 'a@b.example', password: 'x' } }).catch(() => {})
    expect(onUnauthenticated).not.toHaveBeenCalled()
    await call(campaign.list).catch(() => {})
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  })
})

describe('cache keys', () => {
  it('differ by account', () => {
    const mine = apiKey(campaign.list)
    setActiveAccount(8)
    expect(apiKey(campaign.list)).not.toEqual(mine)
  })
})
