// @vitest-environment jsdom
import { startI18n } from '@adsite/i18n'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MomentInput } from './MomentInput.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T03:00:00Z'), toFake: ['Date'] })
  startI18n('ja')
  // jsdom has no top layer and treats its content as hidden.
  HTMLElement.prototype.showPopover = function show() {
    this.removeAttribute('popover')
  }
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Field({ kind = 'date', end, value = null }: { kind?: 'date' | 'datetime'; end?: true; value?: string | null }): ReactNode {
  const [held, setHeld] = useState(value)
  return (
    <>
      <MomentInput field={{ kind, ...(end ? { end } : {}) }} label="終了日" value={held} onChange={setHeld} />
      <output>{held === null ? 'null' : held}</output>
    </>
  )
}

const held = () => screen.getByRole('status').textContent
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: '終了日' })
function type(text: string): void {
  fireEvent.change(box(), { target: { value: text } })
  fireEvent.blur(box())
}

test.each([
  ['20261231', '2026/12/31', '2026-12-31'],
  ['２０２６年１２月３１日', '2026/12/31', '2026-12-31'],
  ['12/1', '2026/12/01', '2026-12-01'],
  // Unparsable input stays and is passed to the form, which rejects it.
  ['2026/13/45', '2026/13/45', '2026/13/45'],
  ['2026-12-01 10:00', '2026-12-01 10:00', '2026-12-01 10:00'],
  ['abc', 'abc', 'abc'],
  ['1/10', '1/10', '1/10'],
  ['  ', '', 'null'],
])('%s becomes %s', (typed, shown, value) => {
  render(<Field />)
  type(typed)
  expect([box().value, held()]).toEqual([shown, value])
})

test('Tab leads to the button of the calendar, and shows what was read by then', () => {
  render(<Field />)
  const calendar = screen.getByRole('button', { name: '終了日をカレンダーから選ぶ' })
  fireEvent.change(box(), { target: { value: '20261231' } })
  fireEvent.blur(box(), { relatedTarget: calendar })
  expect(box().value).toBe('2026/12/31')
})

test('what was typed is meant once both the text and the button are left; an empty text not while its calendar is opened', () => {
  const left = vi.fn<() => void>()
  render(<MomentInput field={{ kind: 'date' }} label="終了日" value={null} onChange={() => undefined} onBlur={left} />)
  const calendar = screen.getByRole('button', { name: '終了日をカレンダーから選ぶ' })
  fireEvent.blur(box(), { relatedTarget: calendar })
  expect(left).not.toHaveBeenCalled()
  fireEvent.blur(calendar, { relatedTarget: document.body })
  expect(left).toHaveBeenCalledOnce()
})

test('a period that ends with a day shows that day', () => {
  render(<Field kind="datetime" end value="2026-12-20T15:00:00.000Z" />)
  expect(box().value).toBe('2026/12/20 24:00')
  type('2026/12/25')
  expect([box().value, held()]).toEqual(['2026/12/25 24:00', '2026-12-25T15:00:00.000Z'])
})

test('Enter shows what was read first and submits then; the one that ends a conversion does neither', () => {
  render(<Field />)
  fireEvent.change(box(), { target: { value: '１２月１日' } })
  expect(fireEvent.keyDown(box(), { key: 'Enter', isComposing: true })).toBe(false)
  expect(box().value).toBe('１２月１日')
  expect(fireEvent.keyDown(box(), { key: 'Enter' })).toBe(false)
  expect(box().value).toBe('2026/12/01')
  expect(fireEvent.keyDown(box(), { key: 'Enter' })).toBe(true)
})

test('a day is chosen from the calendar with the keys, and keeps its time', async () => {
  render(<Field kind="datetime" value="2026-12-01T01:30:00.000Z" />)
  fireEvent.click(screen.getByRole('button', { name: '終了日をカレンダーから選ぶ' }))
  await screen.findByRole('region', { name: '終了日のカレンダー' })
  const day = () => document.activeElement as HTMLElement
  expect(day().getAttribute('aria-label')).toBe('2026年12月1日火曜日')
  fireEvent.keyDown(day(), { key: 'ArrowLeft' })
  expect(day().getAttribute('aria-label')).toBe('2026年11月30日月曜日')
  fireEvent.keyDown(day(), { key: 'PageDown', shiftKey: true })
  expect(day().getAttribute('aria-label')).toBe('2027年11月30日火曜日')
  fireEvent.click(day())
  expect(held()).toBe('2027-11-30T01:30:00.000Z')
  expect(document.activeElement).toBe(box())
  fireEvent.click(screen.getByRole('button', { name: '終了日をカレンダーから選ぶ' }))
  fireEvent.change(screen.getByRole('combobox', { name: '時刻' }), { target: { value: '15:00' } })
  expect(held()).toBe('2027-11-30T06:00:00.000Z')
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(screen.queryByRole('region', { name: '終了日のカレンダー' })).toBeNull()
})
