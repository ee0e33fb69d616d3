// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadingContent, PageSkeleton } from './PageSkeleton.tsx'
import { EarlyFrameEnd } from './early-frame.ts'

beforeEach(() => document.body.insertAdjacentHTML('beforeend', '<div id="early-frame">early</div>'))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  document.getElementById('early-frame')?.remove()
})

const early = () => document.getElementById('early-frame') !== null

const page = (content: ReactNode) => (
  <>
    {content}
    <EarlyFrameEnd />
  </>
)

test('the early frame ends with the first commit', () => {
  render(page(<h1>企業一覧</h1>))
  expect(early()).toBe(false)
})

test('it stands in the place of placeholders, one after the other, until something else is shown', async () => {
  const { rerender } = render(page(<PageSkeleton />))
  expect(early()).toBe(true)
  await act(() => rerender(page(<LoadingContent label="読み込み中" />)))
  expect(early()).toBe(true)
  await act(() => rerender(page(<h1>企業一覧</h1>)))
  expect(early()).toBe(false)
})

function Failing({ failed }: { failed: boolean }): ReactNode {
  if (failed) throw new Error('broken')
  return <LoadingContent label="読み込み中" />
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render(): ReactNode {
    return this.state.failed ? <p>失敗</p> : this.props.children
  }
}

test('it does not lie over the page of a crash, then or at once', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const failing = (failed: boolean) =>
    page(
      <Boundary>
        <Failing failed={failed} />
      </Boundary>,
    )
  const { rerender } = render(failing(false))
  expect(early()).toBe(true)
  await act(() => rerender(failing(true)))
  expect([document.body.textContent, early()]).toEqual(['失敗', false])
  cleanup()

  document.body.insertAdjacentHTML('beforeend', '<div id="early-frame">early</div>')
  render(failing(true))
  expect([document.body.textContent, early()]).toEqual(['失敗', false])
})
