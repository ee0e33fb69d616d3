// @vitest-environment jsdom
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetInput, inputState, watchInput } from './unsaved-input.ts'

let stop: () => void
beforeEach(() => {
  stop = watchInput()
  // jsdom has no layout.
  Element.prototype.checkVisibility = () => true
})
afterEach(() => {
  stop()
  forgetInput()
  document.body.replaceChildren()
  vi.useRealTimers()
})

/** A screen with a field into which the user has typed. */
function typeIntoScreen(text: string): HTMLElement {
  const screen = document.createElement('section')
  const field = document.createElement('input')
  screen.append(field)
  document.body.replaceChildren(screen)
  fireEvent.input(field, { target: { value: text } })
  return screen
}

test('what was typed into a field that is still there is unsaved; what is empty or gone is not', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const state = () => {
    vi.advanceTimersByTime(2_000)
    return inputState()
  }
  const screen = typeIntoScreen('入力中')
  expect(inputState()).toBe('unsaved')
  expect(state()).toBe('unsaved')
  fireEvent.input(screen.querySelector('input')!, { target: { value: '' } })
  expect(inputState()).toBe('busy')
  expect(state()).toBe('none')
  typeIntoScreen('入力中')
  document.body.replaceChildren()
  expect(state()).toBe('none')
})

test('an open dialog counts as unsaved, since the next screen would close it', () => {
  const dialog = document.createElement('div')
  dialog.role = 'dialog'
  document.body.replaceChildren(dialog)
  expect(inputState()).toBe('unsaved')
  vi.spyOn(dialog, 'checkVisibility').mockReturnValue(false)
  expect(inputState()).toBe('none')
})

test('fields of screens that are gone are not kept in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const gone = new WeakRef(typeIntoScreen('前の画面'))
  typeIntoScreen('次の画面')
  await vi.waitFor(() => {
    collect()
    // A failed expectation would hold the screen itself.
    expect(gone.deref() === undefined).toBe(true)
  }, 10_000)
})
