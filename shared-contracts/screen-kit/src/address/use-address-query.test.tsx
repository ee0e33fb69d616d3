// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, useBlocker } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { useAddressQuery, type ChangeQuery } from './use-address-query.ts'

const setting = (name: string, value: string) => (current: URLSearchParams) => {
  const next = new URLSearchParams(current)
  next.set(name, value)
  return next
}

let isBlocking = false
let blocker: ReturnType<typeof useBlocker>
afterEach(() => {
  cleanup()
  isBlocking = false
})

function open(): { router: ReturnType<typeof createMemoryRouter>; change: ChangeQuery; changed: () => ChangeQuery } {
  let last: ChangeQuery | undefined
  function Screen(): ReactNode {
    const [, change] = useAddressQuery()
    last = change
    blocker = useBlocker(() => isBlocking)
    return null
  }
  const router = createMemoryRouter(
    [
      { path: '/list', element: <Screen /> },
      { path: '/elsewhere', element: null },
    ],
    { initialEntries: ['/list?page=2'] },
  )
  render(<RouterProvider router={router} />)
  return { router, change: last!, changed: () => last! }
}

test('two changes before anything is drawn are both kept', async () => {
  const { router, change } = open()
  await act(async () => {
    change(setting('type', 'a'))
    change(setting('state', 'b'))
  })
  expect(router.state.location.search).toBe('?page=2&type=a&state=b')
})

test('a change that hands the query back leads nowhere', async () => {
  const { router, change } = open()
  const { key } = router.state.location
  await act(async () => change((current) => current))
  expect(router.state.location.key).toBe(key)
})

test('after the way back, a change builds on what is there then', async () => {
  const { router, change, changed } = open()
  await act(async () => change(setting('type', 'a')))
  await act(async () => router.navigate(-1))
  await act(async () => changed()(setting('state', 'b')))
  expect(router.state.location.search).toBe('?page=2&state=b')
})

test('a change that a blocker kept from happening is no part of the next one', async () => {
  const { router, change, changed } = open()
  isBlocking = true
  await act(async () => change(setting('type', 'a')))
  await act(async () => blocker.reset?.())
  expect(router.state.location.search).toBe('?page=2')
  isBlocking = false
  await act(async () => changed()(setting('state', 'b')))
  expect(router.state.location.search).toBe('?page=2&state=b')
})

test('a change that a blocker let happen later is the one that the next builds on', async () => {
  const { router, change, changed } = open()
  isBlocking = true
  await act(async () => change(setting('type', 'a')))
  await act(async () => blocker.proceed?.())
  isBlocking = false
  await act(async () => changed()(setting('state', 'b')))
  expect(router.state.location.search).toBe('?page=2&type=a&state=b')
})

test('a change of a screen that was left leads nobody back to it', async () => {
  const { router, change } = open()
  await act(() => router.navigate('/elsewhere'))
  await act(async () => change(setting('type', 'a')))
  expect(router.state.location.pathname + router.state.location.search).toBe('/elsewhere')
})
