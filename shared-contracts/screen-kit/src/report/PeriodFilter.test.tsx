// @vitest-environment jsdom
import type { Period } from '@adsite/contract'
import { startI18n } from '@adsite/i18n'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buttonNamed } from '../testing/success.ts'
import { PeriodFilter } from './PeriodFilter.tsx'

// Of a month with 30 days, the first day after it: 過去30日間 and 先月 are the same days.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:00:00+09:00') })
  startI18n('ja')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Report({ from, to }: Period): ReactNode {
  const [period, setPeriod] = useState<Period>({ from, to })
  return <PeriodFilter period={period} onChange={setPeriod} />
}
const chosen = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent.replace(' ', ''))
const choose = (name: string) => fireEvent.click(screen.getByRole('button', { name: buttonNamed(name) }))

test('of two presets with the same days, the one that was chosen is shown as chosen', () => {
  render(<Report from="2026-11-01" to="2026-11-30" />)
  expect(chosen()).toEqual(['過去30日間'])
  choose('先月')
  expect(chosen()).toEqual(['先月'])
  choose('昨日')
  expect(chosen()).toEqual(['昨日'])
  choose('過去30日間')
  expect(chosen()).toEqual(['過去30日間'])
})
