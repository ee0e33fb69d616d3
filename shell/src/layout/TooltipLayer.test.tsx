// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { disposeAfter, TooltipLayer } from './TooltipLayer.tsx'

const rectangles = { anchor: { left: 40, top: 300, width: 40, height: 40, bottom: 340 }, tip: { width: 100, height: 30 } }

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
    return (this.hasAttribute('data-tooltip') ? rectangles.anchor : rectangles.tip) as DOMRect
  })
  render(
    <>
      <button type="button" aria-label="ログアウト" data-tooltip="ログアウト">
        <svg />
      </button>
      <button type="button">ほか</button>
      <TooltipLayer />
    </>,
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const button = () => screen.getAllByRole('button')[0]!
const tip = () => screen.queryByText('ログアウト')
const hover = (element: Element, pointerType = 'mouse') =>
  fireEvent(element, Object.assign(new Event('pointerover', { bubbles: true }), { pointerType }))

test('shows above on hover, and goes when the pointer is elsewhere', () => {
  hover(button().firstElementChild!)
  expect(tip()?.style.top).toBe('262px')
  expect(tip()?.style.left).toBe('10px')
  hover(screen.getByText('ほか'))
  expect(tip()).toBeNull()
})

test('shows on focus by keyboard, and goes with Escape', () => {
  const focused = button()
  vi.spyOn(focused, 'matches').mockImplementation((selector) => selector === ':focus-visible')
  fireEvent.focusIn(focused)
  expect(tip()).not.toBeNull()
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(tip()).toBeNull()
})

test('goes by itself after 5000 ms', () => {
  hover(button())
  act(() => vi.advanceTimersByTime(disposeAfter - 1))
  expect(tip()).not.toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(tip()).toBeNull()
  expect(disposeAfter).toBe(5000)
})

test('stays while the pointer is on it, and shows for no touch', () => {
  hover(button(), 'touch')
  expect(tip()).toBeNull()
  hover(button())
  hover(tip()!)
  expect(tip()).not.toBeNull()
})

test('stands below, and within the window, where there is no room', () => {
  Object.assign(rectangles.anchor, { left: 0, top: 16, bottom: 56 })
  hover(button())
  expect([tip()?.style.top, tip()?.style.left]).toEqual(['64px', '8px'])
})
