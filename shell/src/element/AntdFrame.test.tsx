// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { theme } from 'antd'
import { afterEach, expect, test, vi } from 'vitest'
import { AntdFrame } from './AntdFrame.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Motion() {
  return <p>{theme.useToken().token.motion ? 'moves' : 'stands still'}</p>
}

test.each([
  ['dialogs and menus move', false, 'moves'],
  ['but not for somebody who wants less motion', true, 'stands still'],
])('%s', (_name, less, expected) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: less && query.includes('prefers-reduced-motion'),
    addEventListener: vi.fn<() => void>(),
    removeEventListener: vi.fn<() => void>(),
  }))
  render(
    <AntdFrame>
      <Motion />
    </AntdFrame>,
  )
  expect(screen.getByText(expected)).toBeDefined()
})
