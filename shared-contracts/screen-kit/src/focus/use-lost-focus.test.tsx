// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useLostFocus } from './use-lost-focus.ts'

afterEach(cleanup)

function Steps({ step, box }: { step: number; box: boolean }) {
  const target = useLostFocus<HTMLHeadingElement>(step)
  return (
    <>
      <h2 ref={target} tabIndex={-1}>
        Step
      </h2>
      {box ? <input /> : null}
    </>
  )
}

test('an element gets the focus once the step changes and what had the focus is gone, and never otherwise', () => {
  const { rerender } = render(<Steps step={1} box />)
  expect(document.activeElement).toBe(document.body)
  act(() => screen.getByRole('textbox').focus())
  rerender(<Steps step={2} box />)
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  rerender(<Steps step={2} box={false} />)
  expect(document.activeElement).toBe(document.body)
  rerender(<Steps step={3} box={false} />)
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})
