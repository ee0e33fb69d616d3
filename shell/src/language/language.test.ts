// @vitest-environment jsdom
import { queryClient } from '@adsite/api-client'
import { i18n } from '@adsite/i18n'
import { beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguage } from './language.ts'

const told = () => document.cookie.split('; ').find((entry) => entry.startsWith('adsite.language=')) ?? null

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'adsite.language=; Path=/; Max-Age=0'
})

test('a choice of the language reaches the server with the next page', () => {
  startLanguage('ja')
  expect(told()).toBeNull()
  chooseLanguage('en')
  expect([told(), localStorage.getItem('adsite.language')]).toEqual(['adsite.language=en', 'en'])
  chooseLanguage('ja')
  expect(told()).toBe('adsite.language=ja')
})

test('one that was made before the server was told is told at the start', () => {
  localStorage.setItem('adsite.language', 'ja')
  startLanguage('en')
  expect([told(), i18n.language]).toEqual(['adsite.language=ja', 'ja'])
})

test.each([null, 'fr', '; Path=/'])('the server forgets one that this browser has no more (%j)', (stored) => {
  vi.stubGlobal('navigator', { languages: ['ja'] })
  if (stored !== null) localStorage.setItem('adsite.language', stored)
  document.cookie = 'adsite.language=en; Path=/'
  startLanguage('en')
  expect([told(), i18n.language]).toEqual([null, 'ja'])
  vi.unstubAllGlobals()
})

test('what the API has said in the former language is asked for again', async () => {
  startLanguage('ja')
  await i18n.changeLanguage('ja')
  const reading = { queryKey: ['names'], queryFn: () => i18n.language }
  expect(await queryClient.fetchQuery(reading)).toBe('ja')
  chooseLanguage('en')
  await vi.waitFor(() => expect(queryClient.getQueryState(['names'])?.isInvalidated).toBe(true), 60_000)
  expect(await queryClient.fetchQuery({ ...reading, staleTime: Infinity })).toBe('en')
  queryClient.clear()
  // Tests of the same process begin in Japanese.
  chooseLanguage('ja')
})
