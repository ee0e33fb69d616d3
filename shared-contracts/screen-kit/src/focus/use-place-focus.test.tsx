// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { usePlaceFocus } from './use-place-focus.ts'

afterEach(cleanup)

function Rows({ names, elsewhere }: { names: readonly string[]; elsewhere?: string }) {
  const panel = usePlaceFocus()
  return (
    <>
      <section ref={panel}>
        <h2 tabIndex={-1}>Sessions</h2>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button type="button">{name}</button>
            </li>
          ))}
        </ul>
      </section>
      <div role={elsewhere}>
        <button type="button">elsewhere</button>
      </div>
    </>
  )
}

const names = ['first', 'second', 'third']
const press = (name: string) => act(() => screen.getByRole('button', { name }).focus())

test.each([
  ['first', 'second'],
  ['second', 'third'],
  ['third', 'second'],
])('what was pressed in the %s row goes with it: the focus goes to the %s', (gone, next) => {
  const { rerender } = render(<Rows names={names} />)
  press(gone)
  rerender(<Rows names={names.filter((name) => name !== gone)} />)
  expect(document.activeElement?.textContent).toBe(next)
})

test('without a row, the heading has the focus', () => {
  const { rerender } = render(<Rows names={['only']} />)
  press('only')
  rerender(<Rows names={[]} />)
  expect(document.activeElement?.textContent).toBe('Sessions')
})

test.each([
  ['dialog', 'second'],
  ['group', ''],
])('after a button of a %s that is gone as well, the focus is on "%s"', (role, next) => {
  const { rerender } = render(<Rows names={names} elsewhere={role} />)
  press('first')
  press('elsewhere')
  act(() => screen.getByRole('button', { name: 'elsewhere' }).blur())
  rerender(<Rows names={['second', 'third']} elsewhere={role} />)
  expect(document.activeElement?.matches('button') ? document.activeElement.textContent : '').toBe(next)
})

test('the focus stays where it is while what was pressed stays', () => {
  const { rerender } = render(<Rows names={names} />)
  press('second')
  act(() => screen.getByRole('button', { name: 'second' }).blur())
  rerender(<Rows names={['second', 'third']} />)
  expect(document.activeElement).toBe(document.body)
})
