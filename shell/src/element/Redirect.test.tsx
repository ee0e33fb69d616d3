// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { Redirect } from './Redirect.tsx'

afterEach(cleanup)

/** Changes the URL outside the router, where all history entries have the same key. */
function goTo(address: string): void {
  window.history.pushState({}, '', address)
  window.dispatchEvent(new PopStateEvent('popstate', { state: {} }))
}

test('each address that it stands at is left, also one that comes before the first has been left', async () => {
  window.history.replaceState({}, '', '/home')
  const router = createBrowserRouter([
    { path: '/home', element: 'home' },
    { path: '*', element: <Redirect to="/home" /> },
  ])
  render(<RouterProvider router={router} />)
  await act(async () => goTo('/first'))
  expect(window.location.pathname).toBe('/home')
  await act(async () => {
    goTo('/second')
    // Navigates again while the redirect is pending.
    const stop = router.subscribe(({ location }) => {
      if (location.pathname !== '/home') return
      stop()
      goTo('/third')
    })
  })
  expect(window.location.pathname).toBe('/home')
  router.dispose()
})
