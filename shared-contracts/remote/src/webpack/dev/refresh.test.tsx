// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { lazy, Suspense, useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { jsxDEV } from './jsx-dev-runtime.ts'
import { liveScreen, refresh, register, settle, signature } from './refresh.ts'

afterEach(cleanup)

let module = 0
/** Simulates a compiled module: each call registers a new version of its component. */
function versions(name = `Component${module++}`): (component: ComponentType, hooks?: string) => ComponentType {
  return (component, hooks = '') => {
    register('module.tsx', component, name)
    return signature()(component, hooks)
  }
}

function counter(word: string): ComponentType {
  return function Counter(): ReactNode {
    const [count, setCount] = useState(0)
    return (
      <button type="button" onClick={() => setCount(count + 1)}>
        {word} {count}
      </button>
    )
  }
}
const push = () => fireEvent.click(screen.getByRole('button'))
const shown = () => screen.getByRole('button').textContent

it('draws the newest version of a screen, and keeps its state', () => {
  const version = versions()
  const Screen = liveScreen(version(counter('before'), 'useState'))
  render(<Screen />)
  push()
  expect(shown()).toBe('before 1')
  version(counter('after'), 'useState')
  act(refresh)
  expect(shown()).toBe('after 1')
})

it('begins anew when its hooks have changed', () => {
  const version = versions()
  const Screen = liveScreen(version(counter('before'), 'useState'))
  render(<Screen />)
  push()
  version(function Other() {
    const [count] = useReducer((sum: number) => sum + 1, 10)
    useEffect(() => undefined)
    return <button type="button">other {count}</button>
  }, 'useReducer useEffect')
  act(refresh)
  expect(shown()).toBe('other 10')
})

it('reaches what stands inside others, also what came lazily', async () => {
  const version = versions()
  const Inner = version(counter('before'), 'useState')
  const Lazy = lazy(() => Promise.resolve({ default: Inner }))
  const Screen = liveScreen(versions()(() => <Suspense fallback="…">{jsxDEV(Lazy, {}, undefined, false)}</Suspense>))
  await act(async () => {
    render(<Screen />)
  })
  push()
  expect(shown()).toBe('before 1')
  version(counter('after'), 'useState')
  act(refresh)
  expect(shown()).toBe('after 1')
})

it('leaves alone what is not of the remote', () => {
  const Foreign = counter('foreign')
  expect((jsxDEV(Foreign, {}, undefined, false) as { type: unknown }).type).toBe(Foreign)
  expect((jsxDEV('div', {}, undefined, false) as { type: unknown }).type).toBe('div')
})

it('a module takes its own changes when it exports components alone', () => {
  vi.useFakeTimers()
  const accept = vi.fn<() => void>()
  settle({ Screen: counter('x') }, accept)
  expect(accept).toHaveBeenCalledTimes(1)
  settle({ Screen: counter('x'), texts: {} }, accept)
  settle({}, accept)
  expect(accept).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
