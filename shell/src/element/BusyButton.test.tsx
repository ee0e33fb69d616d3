// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BusyButton } from './BusyButton.tsx'

afterEach(cleanup)

test.each([
  [true, 0],
  [false, 1],
])('a button that is busy: %s calls and sends its form %i times', (busy, times) => {
  const [onClick, onSubmit] = [vi.fn<() => void>(), vi.fn<(event: Event) => void>((event) => event.preventDefault())]
  document.addEventListener('submit', onSubmit)
  render(
    <form>
      <BusyButton type="submit" busy={busy} onClick={onClick}>
        送信
      </BusyButton>
    </form>,
  )
  fireEvent.click(screen.getByRole('button'))
  document.removeEventListener('submit', onSubmit)
  expect([onClick, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([times, times])
})
