// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useChart, type ChartOption } from './use-chart.ts'

const chart = vi.hoisted(() => ({
  setOption: vi.fn<(option: object) => void>(),
  resize: vi.fn<() => void>(),
  dispose: vi.fn<() => void>(),
  getDom: () => document.body,
}))
vi.mock('echarts/core', async (original) => ({ ...(await original<object>()), init: () => chart }))

let still: boolean
let motionChanged: (() => void) | null
let resized: (() => void) | null

beforeEach(() => {
  still = false
  motionChanged = resized = null
  vi.clearAllMocks()
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return still
    },
    addEventListener: (_: string, listener: () => void) => (motionChanged = listener),
    removeEventListener: () => (motionChanged = null),
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        resized = listener
      }
      observe() {}
      disconnect() {
        resized = null
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Picture({ option }: { option: ChartOption }): ReactNode {
  return <div ref={useChart(option)} />
}
const drawn = () => chart.setOption.mock.lastCall?.[0] as { animation: boolean; tooltip?: { renderMode: string }; series: unknown[] }

test('draws, and draws again only when the option is another one', () => {
  const option: ChartOption = { tooltip: { trigger: 'axis' }, series: [] }
  const { rerender } = render(<Picture option={option} />)
  rerender(<Picture option={option} />)
  expect(chart.setOption).toHaveBeenCalledTimes(1)
  rerender(<Picture option={{ series: [{ type: 'bar', data: [1] }] }} />)
  expect(chart.setOption).toHaveBeenCalledTimes(2)
  expect(drawn().series).toEqual([{ type: 'bar', data: [1] }])
})

test('its tooltip is drawn on the canvas, never as HTML with inline styles', () => {
  render(<Picture option={{ tooltip: { renderMode: 'html' }, series: [] }} />)
  expect(drawn().tooltip?.renderMode).toBe('richText')
})

test('moves nothing for readers who ask for less motion, from the moment they do', () => {
  render(<Picture option={{ series: [] }} />)
  expect(drawn().animation).toBe(true)
  still = true
  act(() => motionChanged?.())
  expect(drawn().animation).toBe(false)
})

test('follows the size of its element, and lets go of everything on unmount', () => {
  const { unmount } = render(<Picture option={{ series: [] }} />)
  resized?.()
  expect(chart.resize).toHaveBeenCalledTimes(1)
  unmount()
  expect(chart.dispose).toHaveBeenCalledTimes(1)
  expect(resized).toBeNull()
  expect(motionChanged).toBeNull()
})
