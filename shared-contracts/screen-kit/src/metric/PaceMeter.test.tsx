// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeApi, openScreen } from '../testing/index.ts'
import { PaceMeter } from './PaceMeter.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a pace is a bar with the plan, the part of the plan and the state in words', async () => {
  const pace = { planned: 50_000, ratio: 0.72, state: 'behind' } as const
  await openScreen({ '/': <PaceMeter spent={36_000} of={100_000} pace={pace} /> }, '/', { api: new FakeApi(), language: 'ja' })
  const meter = (await screen.findByText('72.0%')).parentElement!
  expect(meter.textContent).toBe('72.0%遅れ')
  const [spent, planned] = [...meter.querySelectorAll<HTMLElement>('[aria-hidden] > span')].map(({ style }) => style)
  expect([spent?.inlineSize, planned?.insetInlineStart]).toEqual(['36%', '50%'])
})

test('what is not known yet says so, and a bar never leaves its frame', async () => {
  await openScreen({ '/': <PaceMeter spent={3} of={2} pace={null} /> }, '/', { api: new FakeApi(), language: 'en' })
  const meter = (await screen.findByText('Not known yet')).parentElement!
  const bars = [...meter.querySelectorAll<HTMLElement>('[aria-hidden] > span')]
  expect(bars.map(({ style }) => style.inlineSize)).toEqual(['100%'])
})
