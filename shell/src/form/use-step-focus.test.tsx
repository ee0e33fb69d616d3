// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useComingFocus } from './use-step-focus.ts'

afterEach(cleanup)

function Form({ isAway }: { isAway: boolean }): ReactNode {
  const control = useComingFocus(isAway)
  return (
    <button ref={control} type="button" disabled={isAway}>
      登録する
    </button>
  )
}

test('a control that was there from the beginning takes no focus; one that comes back does, once', () => {
  const { rerender } = render(<Form isAway={false} />)
  expect(document.activeElement).toBe(document.body)
  rerender(<Form isAway />)
  rerender(<Form isAway={false} />)
  const button = screen.getByRole('button')
  expect(document.activeElement).toBe(button)
  button.blur()
  rerender(<Form isAway={false} />)
  expect(document.activeElement).toBe(document.body)
})
