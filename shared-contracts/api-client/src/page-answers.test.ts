// @vitest-environment jsdom
import { endpoints, pageAnswersId, sessionMark, type PageAnswers } from '@adsite/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { call as Call } from './index.ts'

const { company, session } = endpoints
const fetching = vi.fn<typeof fetch>()
const token = 'first-token-of-this-browser'
let call: typeof Call

const rows = { data: [{ id: 1, name: '</script><b>\u2028' }] }
const told: PageAnswers = {
  session: sessionMark(token),
  language: 'ja',
  answers: [
    { address: '/api/account/me', ...(session.me.version !== undefined && { version: session.me.version }), answer: { data: 'me' } },
    { address: '/api/company?sort=name', ...(company.list.version !== undefined && { version: company.list.version }), answer: rows },
  ],
}

/** A page with these answers, before any of its scripts has run. */
async function open(text: string): Promise<void> {
  const script = Object.assign(document.createElement('script'), { type: 'application/json', id: pageAnswersId, textContent: text })
  document.body.replaceChildren(script)
  vi.resetModules()
  ;({ call } = await import('./index.ts'))
  await speak('ja')
}

/** In the i18n of the modules that `open` has loaded. */
const speak = async (language: 'ja' | 'en') => (await import('@adsite/i18n')).startI18n(language)

const signIn = (value: string) => (document.cookie = `XSRF-TOKEN=${value}; path=/`)

beforeEach(async () => {
  vi.spyOn(performance, 'now').mockReturnValue(2000)
  fetching.mockReset().mockImplementation(async () => new Response(JSON.stringify({ data: 'asked' })))
  vi.stubGlobal('fetch', fetching)
  signIn(token)
  await open(JSON.stringify(told))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const listed = () => call(company.list, { query: { sort: 'name' } })
const asked = { data: 'asked' }

it('is given instead of asking, once each, and leaves the page', async () => {
  expect(await call(session.me)).toEqual({ data: 'me' })
  expect(await listed()).toEqual(rows)
  expect(fetching).not.toHaveBeenCalled()
  expect(document.getElementById(pageAnswersId)).toBeNull()
  expect([await listed(), await call(session.me)]).toEqual([asked, asked])
})

it('has no signs that turn the sentence that a name stands in, as none that is asked for', async () => {
  await open(JSON.stringify(told).replace('"me"', '"m\u202ee"'))
  expect(await call(session.me)).toEqual({ data: 'me' })
})

it('is not given to another query of the same path', async () => {
  expect(await call(company.list, { query: { sort: '-name' } })).toEqual(asked)
  expect(await call(company.list)).toEqual(asked)
  expect(await listed()).toEqual(rows)
})

it('is not given once another tab has signed in, switched the account or signed out, even if it signs in again', async () => {
  signIn('second-token')
  expect([await call(session.me), await listed()]).toEqual([asked, asked])
  signIn(token)
  expect(await listed()).toEqual(asked)
  await open(JSON.stringify(told))
  document.cookie = 'XSRF-TOKEN=; path=/; max-age=0'
  expect([await call(session.me), await listed()]).toEqual([asked, asked])
})

it('is not given in between either: what one call was told ends with the session', async () => {
  expect(await call(session.me)).toEqual({ data: 'me' })
  signIn('second-token')
  expect(await listed()).toEqual(asked)
})

it('is not given to a page that shows another language, or that comes long after it was asked for', async () => {
  await speak('en')
  expect(await listed()).toEqual(asked)
  await speak('ja')
  await open(JSON.stringify(told))
  vi.spyOn(performance, 'now').mockReturnValue(15_001)
  expect(await listed()).toEqual(asked)
})

it('is not given to code of another version of the contract', async () => {
  expect(await call({ ...company.list, version: '0.9.0' }, { query: { sort: 'name' } })).toEqual(asked)
})

it('is not given after a write, which may have changed it', async () => {
  await call(session.logout).catch(() => undefined)
  expect(await listed()).toEqual(asked)
})

it.each(['', '{', 'null', '{"session":1}', JSON.stringify({ ...told, language: 'fr' })])(
  'is nothing where the page has %j',
  async (text) => {
    await open(text)
    expect(await listed()).toEqual(asked)
  },
)
