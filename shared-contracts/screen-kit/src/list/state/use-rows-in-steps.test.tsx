// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { useRowsInSteps } from './use-rows-in-steps.ts'

afterEach(cleanup)

const all = Array.from({ length: 200 }, (_, index) => index)

/** Renders that have taken place: the page, and how many of its rows. */
const rendered: string[] = []

function List({ page }: { page: string }): ReactNode {
  const { rows, box, onScroll } = useRowsInSteps(all, page, 40)
  rendered.push(`${page} ${rows?.length === all.length ? 'all' : 'some'}`)
  return <div ref={box} onScroll={onScroll} />
}

test('another page of the same history entry, as a search that is typed on, begins with the rows that fit', () => {
  const { rerender } = render(<List page="a" />, { wrapper: MemoryRouter })
  rerender(<List page="b" />)
  rerender(<List page="a" />)
  expect(rendered.filter((each, at) => each !== rendered[at - 1])).toEqual(['a some', 'a all', 'b some', 'b all', 'a all'])
})
