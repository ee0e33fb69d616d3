// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { takesLostFocus } from './takes-lost-focus.ts'

afterEach(cleanup)

/** A list whose further rows arrive some time after they were asked for. */
function Rows({ arrived }: { arrived: boolean }) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <ul>
        <li>first</li>
        {asked && arrived ? <li ref={takesLostFocus}>second</li> : null}
      </ul>
      {asked ? null : (
        <button type="button" onClick={() => setAsked(true)}>
          more
        </button>
      )}
      <input />
    </>
  )
}

function press(): void {
  const more = screen.getByRole('button')
  act(() => more.focus())
  fireEvent.click(more)
}

test('the first of the further rows gets the focus of the button that asked for them', () => {
  const { rerender } = render(<Rows arrived={false} />)
  press()
  expect(document.activeElement).toBe(document.body)
  rerender(<Rows arrived />)
  expect(document.activeElement).toBe(screen.getByText('second'))
})

test('it does not take the focus from where the user went meanwhile', () => {
  const { rerender } = render(<Rows arrived={false} />)
  press()
  act(() => screen.getByRole('textbox').focus())
  rerender(<Rows arrived />)
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})

test('what the Tab key reaches stays in its order', () => {
  render(<button ref={takesLostFocus}>next</button>)
  expect(document.activeElement).toBe(screen.getByRole('button'))
  expect(screen.getByRole('button').tabIndex).toBe(0)
})
