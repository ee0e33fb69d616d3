// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { useArrival } from './use-arrival.ts'

afterEach(cleanup)

/** A record: `?edit=1` has a form in place of the button; its tabs are in the address too. */
function Screen() {
  const { pathname, search } = useLocation()
  useArrival(pathname, search)
  const isForm = search === '?edit=1'
  return (
    <main>
      <h1>{isForm ? '編集' : '青葉食品'}</h1>
      {isForm ? <input aria-label="企業名" /> : <button>編集</button>}
      <button>タブ</button>
    </main>
  )
}

test('within a screen, the heading has the focus where what was pressed is gone, and only there', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }], { initialEntries: ['/op/company/7'] })
  render(<RouterProvider router={router} />)
  expect(document.activeElement).toBe(document.body)
  screen.getByRole('button', { name: '編集' }).focus()
  await act(() => router.navigate('?edit=1'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '編集' }))
  screen.getByLabelText('企業名').focus()
  await act(() => router.navigate('?'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '青葉食品' }))
  const tab = screen.getByRole('button', { name: 'タブ' })
  tab.focus()
  await act(() => router.navigate('?tab=2'))
  expect(document.activeElement).toBe(tab)
})
