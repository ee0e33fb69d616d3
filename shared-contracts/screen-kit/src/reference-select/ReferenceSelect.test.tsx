// @vitest-environment jsdom
import { companyEndpoints } from '@adsite/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeApi, openScreen } from '../testing/screen.tsx'
import { ReferenceSelect } from './ReferenceSelect.tsx'
import { useReferenceNames } from './use-reference-names.ts'

const path = companyEndpoints.select.path
const rows = [
  { id: 1, name: 'つばめ製菓' },
  { id: 2, name: 'さくら乳業' },
  { id: 3, name: 'さくら商事' },
  { id: 4, name: 'さくら' },
]

/** Search responses held back until the test releases them, by search text. */
let held: Map<string, () => void>
let api: FakeApi

function Field({ initial = [] }: { initial?: readonly number[] }): ReactNode {
  const [ids, setIds] = useState(initial)
  return (
    <form aria-label="form">
      <ReferenceSelect endpoint={companyEndpoints.select} label="広告主" multiple={false} placeholder="" value={ids} onChange={setIds} />
      <output>{ids.join(',') || 'none'}</output>
    </form>
  )
}

beforeEach(async () => {
  held = new Map()
  api = new FakeApi()
  api.on(`GET ${path}`, async ({ query }) => {
    const [q, ids] = [query.get('q') ?? '', query.get('ids')]
    if (q !== '') await new Promise<void>((resolve) => held.set(q, resolve))
    return { status: 200, body: { data: ids ? rows.filter(({ id }) => String(id) === ids) : rows.filter(({ name }) => name.includes(q)) } }
  })
  await openScreen({ '/': <Field /> }, '/', { api })
})
afterEach(cleanup)

const box = () => screen.getByRole('combobox', { name: '広告主' })
const chosen = () => screen.getByRole('status').textContent
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const enter = () => fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 })
async function answer(text: string): Promise<void> {
  await waitFor(() => expect(held.has(text)).toBe(true))
  await act(async () => held.get(text)!())
}

async function open(): Promise<void> {
  fireEvent.mouseDown(box())
  await screen.findByText('つばめ製菓')
}

test('Enter before the list has come chooses nothing of the list before, and then what it can only mean', async () => {
  await open()
  type('乳業')
  enter()
  expect(chosen()).toBe('none')
  expect(screen.queryByText('つばめ製菓')).toBeNull()
  await answer('乳業')
  await waitFor(() => expect(chosen()).toBe('2'))
})

test('where several match, the list stands open, and a second Enter takes its first', async () => {
  await open()
  type('さく')
  enter()
  await answer('さく')
  await screen.findByText('さくら商事')
  expect(chosen()).toBe('none')
  enter()
  await waitFor(() => expect(chosen()).toBe('2'))
})

test('the one with exactly that name is meant, though others contain it', async () => {
  await open()
  type('さくら')
  enter()
  await answer('さくら')
  await waitFor(() => expect(chosen()).toBe('4'))
})

test('an answer that comes too late is not the list', async () => {
  await open()
  type('乳業')
  await waitFor(() => expect(held.has('乳業')).toBe(true))
  type('商事')
  enter()
  await answer('乳業')
  expect(chosen()).toBe('none')
  await answer('商事')
  await waitFor(() => expect(chosen()).toBe('3'))
})

test('Enter that ends a conversion chooses nothing', async () => {
  await open()
  type('乳業')
  await answer('乳業')
  await screen.findByText('さくら乳業')
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229, isComposing: true })
  expect(chosen()).toBe('none')
})

test('more than the API names at a time are all named', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => index + 1)
  function Names(): ReactNode {
    const names = useReferenceNames('company', ids)
    return <p>{`${names.size} ${names.get(1)} ${names.get(150)}`}</p>
  }
  api.on(`GET ${path}`, ({ query }) => {
    const asked = query.get('ids')!.split(',').map(Number)
    return asked.length > 100 ? { status: 400 } : { status: 200, body: { data: asked.map((id) => ({ id, name: `企業${id}号` })) } }
  })
  cleanup()
  await openScreen({ '/': <Names /> }, '/', { api })
  expect(await screen.findByText('150 企業1号 企業150号')).toBeTruthy()
})

test('the placeholder of a name that has not come yet is not taken for the name', async () => {
  let come = () => {}
  api.on(`GET ${path}`, async ({ query }) => {
    if (query.has('ids')) await new Promise<void>((resolve) => (come = resolve))
    return { status: 200, body: { data: query.has('ids') ? rows.slice(0, 1) : rows } }
  })
  function Several(): ReactNode {
    const [ids, setIds] = useState<readonly number[]>([1])
    // jsdom has no layout, in which several would be seen: once there are two, only the first is shown.
    const multiple = ids.length < 2
    return (
      <ReferenceSelect endpoint={companyEndpoints.select} label="広告主" multiple={multiple} placeholder="" value={ids} onChange={setIds} />
    )
  }
  cleanup()
  await openScreen({ '/': <Several /> }, '/', { api })
  fireEvent.mouseDown(box())
  fireEvent.click(await screen.findByTitle('さくら乳業'))
  await act(async () => come())
  await waitFor(() => expect(document.querySelector('.ant-select-content')!.textContent).toBe('つばめ製菓'))
})

test('a record that is gone is shown by its number, as everywhere else', async () => {
  cleanup()
  await openScreen({ '/': <Field initial={[39]} /> }, '/', { api })
  expect(await screen.findByText('#39')).toBeTruthy()
})
