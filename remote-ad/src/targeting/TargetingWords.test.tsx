// @vitest-environment jsdom
import { untargeted } from '@adsite/contract'
import { FakeApi, openScreen } from '@adsite/screen-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TargetingWords } from './TargetingWords.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('cities, media and ad spaces are told by their names', async () => {
  const api = new FakeApi()
  api.on('GET /api/city', { status: 200, body: { data: [{ code: '13101', name: '千代田区', kana: 'チヨダク' }] } })
  api.on('GET /api/medium/select_list', { status: 200, body: { data: [{ id: 3, name: '朝のニュース' }] } })
  api.on('GET /api/space/select_list', { status: 200, body: { data: [{ id: 4, name: 'トップ右' }] } })
  const value = { ...untargeted, cities: ['13101'], media: [3], spaces: [4], hours: { MON: [9, 10] } }
  await openScreen({ '/': <TargetingWords value={value} /> }, '/', { api, language: 'ja' })
  expect(await screen.findByText('千代田区、月 9〜11時、朝のニュース・トップ右')).toBeTruthy()
})
