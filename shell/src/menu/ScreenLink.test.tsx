// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ScreenLink } from './ScreenLink.tsx'

const prefetchArea = vi.hoisted(() => vi.fn<(area: string, routeName?: string, visit?: object) => void>())
vi.mock('../screen/area-screens.ts', () => ({ prefetchArea }))
vi.mock('@adsite/auth', () => ({ useRole: () => 'rep' }))

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <MemoryRouter>
      <ScreenLink area="op" route={{ name: 'company.list', path: '/op/company' }}>
        企業一覧
      </ScreenLink>
    </MemoryRouter>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  prefetchArea.mockClear()
})

const link = () => screen.getByRole('link', { name: '企業一覧' })
const code = ['op', 'company.list']
const data = [...code, { pathname: '/op/company', search: '', role: 'rep' }]

test.each([
  ['pointed at', () => fireEvent.mouseEnter(link()), () => fireEvent.mouseLeave(link())],
  ['focused', () => fireEvent.focus(link()), () => fireEvent.blur(link())],
])('asks for code at once and for data once it is meant: %s', (_name, come, go) => {
  come()
  expect(prefetchArea.mock.calls).toEqual([code])
  go()
  vi.advanceTimersByTime(1000)
  expect(prefetchArea.mock.calls).toEqual([code])
  come()
  vi.advanceTimersByTime(100)
  expect(prefetchArea.mock.calls).toEqual([code, code, data])
})

test('a link that is gone asks for nothing', () => {
  fireEvent.mouseEnter(link())
  cleanup()
  vi.advanceTimersByTime(1000)
  expect(prefetchArea.mock.calls).toEqual([code])
})
