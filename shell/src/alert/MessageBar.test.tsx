// @vitest-environment jsdom
import { startI18n } from '@adsite/i18n'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearAlert, showAlert, showSnackbar } from './alert-state.ts'
import { MessageBar } from './MessageBar.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  startI18n('ja')
  clearAlert()
  render(<MessageBar />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const shown = () => screen.getByRole('alert').textContent + screen.getByRole('status').textContent

test('closes by itself after 4000 ms', () => {
  act(() => showAlert('info', ['アカウントを切り替えました']))
  expect(screen.queryByRole('button')).toBeNull()
  act(() => vi.advanceTimersByTime(3999))
  expect(shown()).toBe('アカウントを切り替えました')
  act(() => vi.advanceTimersByTime(1))
  expect(shown()).toBe('')
})

test('stays with a close button when it does not close by itself', () => {
  act(() => showAlert('success', ['保存しました'], { autoClose: false }))
  act(() => vi.advanceTimersByTime(60_000))
  expect(shown()).toBe('保存しました')
  fireEvent.click(screen.getByRole('button', { name: '閉じる' }))
  expect(shown()).toBe('')
})

test('a newer message gets its own four seconds', () => {
  act(() => showAlert('info', ['一つ目']))
  act(() => vi.advanceTimersByTime(3000))
  act(() => showAlert('error', ['二つ目', '三つ目']))
  act(() => vi.advanceTimersByTime(3000))
  expect(shown()).toBe('二つ目三つ目')
  act(() => vi.advanceTimersByTime(1000))
  expect(shown()).toBe('')
})

test('news stand at the top right, and close by themselves after 5000 ms', () => {
  const { container } = render(<MessageBar />)
  const atRight = () => container.querySelector('.message-bar-right') !== null
  act(() => showSnackbar('info', ['別のタブで切り替えました']))
  expect(atRight()).toBe(true)
  act(() => vi.advanceTimersByTime(4999))
  expect(container.textContent).toBe('別のタブで切り替えました')
  act(() => vi.advanceTimersByTime(1))
  expect(container.textContent).toBe('')
  act(() => showAlert('info', ['中央']))
  expect(atRight()).toBe(false)
})

test.each([
  ['error', 'alert'],
  ['warn', 'alert'],
  ['info', 'status'],
  ['success', 'status'],
] as const)('%s is announced as %s', (type, role) => {
  act(() => showAlert(type, ['内容']))
  expect(screen.getByRole(role).textContent).toBe('内容')
})
