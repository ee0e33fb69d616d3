// @vitest-environment jsdom
import { readFile } from 'node:fs/promises'
import { startI18n } from '@adsite/i18n'
import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useEdgeSwipe } from '../menu/use-edge-swipe.ts'
import { addShellTexts } from '../base/texts.ts'
import { ScrollToTop } from './ScrollToTop.tsx'
import { theme } from '../element/theme.ts'

beforeAll(() => {
  startI18n('ja')
  addShellTexts()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const source = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

test('the page has the specified sizes (spec/site "Sizes") and colours (spec/site "Colours and icons")', async () => {
  const page = await source('../index.html')
  const declared = Object.fromEntries([...page.matchAll(/^ +--([a-z]+): ([^;]+);/gmu)].map(([, name, value]) => [name!, value!]))
  expect(declared).toMatchObject({
    header: '72px',
    logo: '56px',
    primary: '#1f71ff',
    secondary: '#aa8c4d',
    accent: '#4f6180',
    error: '#ff3d1f',
    warning: '#ffd21f',
    info: '#4773bf',
    success: '#c0ff1f',
    smoke: '#f5f5f5',
  })
  expect(await source('./Header.module.css')).toMatch(/height: var\(--header\);/u)
  const sidebar = await source('../menu/Sidebar.module.css')
  expect(sidebar).toMatch(/^\.logo \{[^}]*height: var\(--logo\);/mu)
  expect(sidebar).toMatch(/^\.overlay \{[^}]*z-index: 2000;/mu)
})

test('on a phone, the name of a figure of the dashboard has two lines', async () => {
  const phone = (await source('../dashboard/DeliveryCard.module.css')).split('@media (width < 600px)')[1]
  expect(phone).toMatch(/^ +\.label \{[^}]*white-space: normal;/mu)
})

test('Japanese breaks lines as it is printed, on every page', async () => {
  expect(await source('../index.html')).toMatch(/^ +body \{[^}]*line-break: strict;/mu)
})

test('the component library has the colours (spec/site "Colours and icons"), the breakpoints and the dialogs’ z-index (spec/site "Sizes")', () => {
  expect(theme.token).toMatchObject({
    colorPrimary: '#1F71FF',
    colorError: '#FF3D1F',
    colorWarning: '#FFD21F',
    colorInfo: '#4773BF',
    colorSuccess: '#C0FF1F',
    screenSM: 600,
    screenMD: 960,
    screenLG: 1280,
    screenXL: 1920,
    screenXXL: 2560,
    zIndexPopupBase: 2400,
  })
})

test.each([
  ['from the edge', 25, 200, 'out'],
  ['from beside the edge', 26, 200, null],
  ['a short one', 10, 60, null],
  ['to the left', 200, 100, 'back'],
] as const)('a swipe %s: %d to %d', (_, from, to, moved) => {
  const seen: string[] = []
  const out = () => seen.push('out')
  const back = () => seen.push('back')
  renderHook(() => useEdgeSwipe(out, back))
  fireEvent.touchStart(document.body, { touches: [{ clientX: from, clientY: 300 }] })
  fireEvent.touchEnd(document.body, { changedTouches: [{ clientX: to, clientY: 310 }] })
  expect(seen).toEqual(moved === null ? [] : [moved])
})

test('the way back to the top shows once the page or a box in it has scrolled, and takes both up', () => {
  const scrollTo = vi.fn<(to: ScrollToOptions) => void>()
  Element.prototype.scrollTo = scrollTo as never
  render(
    <>
      <ScrollToTop />
      <main tabIndex={-1}>
        <div data-testid="rows" />
      </main>
      <div data-testid="elsewhere" />
    </>,
  )
  const button = screen.getByRole('button', { name: 'ページの先頭へ戻る' })
  const scroll = (element: Element, top: number) => {
    element.scrollTop = top
    fireEvent.scroll(element)
    return button.dataset['shown']
  }
  const rows = screen.getByTestId('rows')
  expect(button.dataset['shown']).toBe('false')
  expect(scroll(screen.getByTestId('elsewhere'), 900)).toBe('false')
  expect([scroll(rows, 299), scroll(rows, 900), scroll(rows, 10), scroll(rows, 900)]).toEqual(['false', 'true', 'false', 'true'])
  fireEvent.click(button)
  expect(scrollTo).toHaveBeenCalledWith({ top: 0 })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
