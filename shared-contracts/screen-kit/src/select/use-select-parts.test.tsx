// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { selectComponents } from './use-select-parts.tsx'

afterEach(cleanup)

test.for([
  ['rc_select_1_list_0', 'rc_select_1_list_0'],
  ['rc_select_1_list_-1', null],
] as const)('of the active option %s the input names %s', ([given, named]) => {
  const ListInput = selectComponents.input
  render(<ListInput aria-label="広告主" aria-activedescendant={given} />)
  expect(screen.getByRole('textbox', { name: '広告主' }).getAttribute('aria-activedescendant')).toBe(named)
})
