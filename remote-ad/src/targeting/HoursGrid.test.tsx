// @vitest-environment jsdom
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openScreen } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Hours } from './hours.ts'
import { HoursGrid } from './HoursGrid.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function grid() {
  const onChange = vi.fn<(value: Hours) => void>()
  await openScreen({ '/': <HoursGrid value={{}} onChange={onChange} /> }, '/')
  const cells = await screen.findAllByRole('button', { pressed: false })
  return { onChange, cells }
}

test('a mouse paints the cells that it crosses', async () => {
  const { onChange, cells } = await grid()
  fireEvent.pointerDown(cells[0]!, { pointerType: 'mouse', button: 0 })
  fireEvent.pointerEnter(cells[1]!, { pointerType: 'mouse', buttons: 1 })
  expect(onChange).toHaveBeenLastCalledWith({ MON: [0, 1] })
})

test('touch scrolls the page from the grid in both directions, and a tap sets a cell', async () => {
  const { onChange, cells } = await grid()
  fireEvent.pointerDown(cells[0]!, { pointerType: 'touch', button: 0 })
  fireEvent.pointerEnter(cells[1]!, { pointerType: 'touch', buttons: 1 })
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.click(cells[0]!, { detail: 1 })
  expect(onChange).toHaveBeenLastCalledWith({ MON: [0] })
  const styles = await readFile(join(import.meta.dirname, 'targeting.module.css'), 'utf8')
  expect(styles).toMatch(/^\.grid \{[^}]*touch-action: manipulation;/mu)
})
