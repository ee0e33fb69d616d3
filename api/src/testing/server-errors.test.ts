import { endpoints } from '@adsite/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from './api.ts'
import type { TestClient } from './client.ts'
import { releasesInMemory } from './releases.ts'

const printed: string[] = []
const cause = /^GET \/api\/release answered 500: Error: The registry is broken\n {4}at /u

let api: TestApi
let admin: TestClient
const statusOfBrokenList = async () => (await admin.call(endpoints.release.list)).status

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation((text: string) => void printed.push(text))
  const units = () => Promise.reject(new Error('The registry is broken'))
  api = await startTestApi({ releases: { ...releasesInMemory(), units } })
  admin = await api.signIn('admin')
  await statusOfBrokenList()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await api.close()
})

test('a 500 in a hook prints its cause at once', () => {
  expect(printed.splice(0)).toEqual([expect.stringMatching(cause)])
})

test('a test that expects a 500 passes', async () => {
  expect(await statusOfBrokenList()).toBe(500)
})

test('a passing test prints nothing', () => {
  expect(printed).toEqual([])
})

test.fails('a test that expects another status fails', async () => {
  expect(await statusOfBrokenList()).toBe(200)
})

test('a failing test prints the cause of its 500', () => {
  expect(printed).toEqual([expect.stringMatching(cause)])
})
