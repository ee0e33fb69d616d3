// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FakeApi, openScreen } from '../testing/screen.tsx'
import { FileDrop } from './FileDrop.tsx'

afterEach(cleanup)

test('a name that turns the direction of what follows is told without the sign, and its file is the same', async () => {
  const taken: File[] = []
  await openScreen({ '/': <FileDrop accept={['.csv']} hint="CSV" onFiles={(files) => taken.push(...files)} /> }, '/', {
    api: new FakeApi(),
  })
  const turned = new File(['会社名'], 'a\u202Evsc.exe.csv', { type: 'text/csv', lastModified: 5 })
  const plain = new File(['会社名'], '会社.csv', { type: 'text/csv' })
  fireEvent.change(await screen.findByLabelText(/CSV/u), { target: { files: [turned, plain] } })
  expect(taken.map(({ name, type }) => [name, type])).toEqual([
    ['avsc.exe.csv', 'text/csv'],
    ['会社.csv', 'text/csv'],
  ])
  expect([taken[0]?.lastModified, await taken[0]?.text()]).toEqual([5, '会社名'])
  expect(taken[1]).toBe(plain)
})
