// @vitest-environment jsdom
import { creative } from '@adsite/contract'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BeaconsInput } from './BeaconsInput.tsx'

beforeEach(
  () =>
    void vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
        unobserve() {}
      },
    ),
)
afterEach(cleanup)

test('a line is read as other addresses are, and one that looks empty is none', () => {
  const onChange = vi.fn<(value: unknown) => void>()
  render(
    <BeaconsInput
      id="beacons"
      field={creative.fields.beacons}
      label="beacons"
      labelledBy="label"
      described={undefined}
      invalid={false}
      value={null}
      onChange={onChange}
      onBlur={() => {}}
      focusRef={() => {}}
    />,
  )
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '\u200Bｈｔｔｐｓ：//b.example/1 \n\u200B\nhttps://b.example/２' } })
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['https://b.example/1', 'https://b.example/２'])
})
