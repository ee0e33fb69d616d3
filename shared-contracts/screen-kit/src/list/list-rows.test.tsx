// @vitest-environment jsdom
import {
  columnNames,
  endpoints,
  keysOf,
  listOfRoute,
  listRowsAt,
  paceStates,
  shownColumn,
  type AnyResource,
  type ListCell,
  type RecordColumn,
  type SavedView,
} from '@adsite/contract'
import type { Language } from '@adsite/i18n'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { KitRecord, ListEndpoints } from '../base/resource-endpoints.ts'
import { listAnswer } from '../testing/samples.ts'
import { FakeApi, openScreen } from '../testing/screen.tsx'
import { ResourceList } from './ResourceList.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A value that the column may have; `at` tells records apart. */
function valueOf({ kind, choices }: RecordColumn, at: number): unknown {
  const keys = choices?.keys ?? []
  switch (kind) {
    case 'integer':
      return 1234 + at
    case 'money':
      return '1234567.8'
    case 'rate':
      return '104.25'
    case 'date':
      return '2026-11-28'
    case 'datetime':
      return '2026-11-28T15:00:00.000Z'
    case 'boolean':
      return at === 0
    case 'choice':
      return keys[at % keys.length]
    case 'choices':
      return keys.slice(0, 2)
    case 'reference':
      return 7 + at
    case 'references':
      return [7, 8]
    case 'object':
      return null
    case 'url':
      return 'https://site.test/a?b=1&c=2'
    case 'html':
      return '<p>一行目</p><p>二 行目</p>'
    default:
      return ['秋の新商品 特集ページ誘導 2026年10月 第3弾', '株式会社とても長い名前のみなとトラベルサービス', '<b>短</b>'][at]
  }
}

/** Three records with all values, names of references in the first two only, and one without any. */
function recordsOf(resource: AnyResource, columns: readonly string[]): KitRecord[] {
  const base = {
    version: 1,
    created_by: '山田',
    created_at: '2026-01-01T00:00:00Z',
    updated_by: null,
    updated_at: null,
    deleted_by: null,
    deleted_at: null,
  }
  const named = Object.fromEntries(columns.flatMap((name) => [name, `${name}.7`, `${name}.8`].map((key) => [key, `名前「${key}」`])))
  const filled = [0, 1, 2].map((at) => {
    const values = columns.flatMap((name) => {
      const column = shownColumn(resource, name)
      const { meter } = column
      const parts = meter
        ? [
            [meter.share, '40'],
            [meter.of, '2000000'],
            [meter.planned, '700000'],
            [meter.state, paceStates.keys[at]],
          ]
        : []
      return [...(column.metric ? [] : [[name, valueOf(column, at)]]), ...parts]
    })
    const figures = Object.fromEntries(columns.map((name) => [name, at === 0 ? '1234.5678' : null]))
    const colours = at === 0 ? { 'label_ids.7': 'green' } : undefined
    return { ...base, ...Object.fromEntries(values), id: at + 1, refs: at === 2 ? {} : named, figures, colours }
  })
  const empty = columns.flatMap((name) => (shownColumn(resource, name).metric ? [] : [[name, null]]))
  const none = { ...base, ...Object.fromEntries(empty), [resource.title]: '空', id: 4, refs: {} }
  return [...filled, none] as unknown as KitRecord[]
}

/** What is on show of the rows, cell by cell, without what screen readers alone are told. */
function drawn(): string[][] {
  return screen
    .getAllByRole('row')
    .filter((row) => row.hasAttribute('data-chosen'))
    .map((row) =>
      [...row.children]
        .filter((cell) => !/pick/u.test(cell.className))
        .map((cell) => {
          const copy = cell.cloneNode(true) as Element
          for (const hidden of copy.querySelectorAll('[class*=hidden]')) hidden.remove()
          return copy.textContent.trim()
        }),
    )
}

const textOf = ({ text, tail, tags }: ListCell) => `${text}${tail}${tags.map(({ name }) => name).join('')}`.trim()

const lists = keysOf(endpoints).flatMap((group) => {
  const route = `${group}.list`
  const found = listOfRoute(route, 'admin')
  return found ? [{ route, ...found }] : []
})

describe.each(lists)('$route', ({ route, resource, list }) => {
  const columns = columnNames(resource, 'admin')
  const records = recordsOf(resource, columns)
  const address = `/list?columns=${columns.join()}`

  test.each<Language>(['ja', 'en'])('the rows that the server sends are those that the list shows (%s)', async (language) => {
    const api = new FakeApi()
    api.on(`GET ${list.path}`, listAnswer(records))
    api.on('GET /api/saved-view', { status: 200, body: { data: [] } })
    const shown = (
      <ResourceList
        resource={resource}
        endpoints={{ list } as unknown as ListEndpoints}
        detailRoute={null}
        createRoute={null}
        emptyHint={{ ja: '—', en: '—' }}
      />
    )
    await openScreen({ '/list': shown }, address, { api, role: 'admin', language })
    await screen.findAllByRole('rowheader')
    const search = new URL(address, 'http://site.test').searchParams
    const told = listRowsAt({ route, search, role: 'admin', language, views: [], records })!
    expect(told.map((cells) => cells.map(textOf))).toEqual(drawn())
  })
})

test('most lists of the site are among them', () => {
  expect(lists.length).toBeGreaterThan(15)
})

describe('no rows are told where the list shows others or more', () => {
  const [{ resource, route }] = lists as [(typeof lists)[number]]
  const records = recordsOf(resource, columnNames(resource, 'admin'))
  const told = (search: string, change: { views?: Pick<SavedView, 'is_default'>[]; records?: KitRecord[]; route?: string } = {}) =>
    listRowsAt({ route, search: new URLSearchParams(search), role: 'admin', language: 'ja', views: [], records, ...change })

  test('with a saved view that opens; not with one that the address overrides', () => {
    const views = [{ is_default: true }]
    expect(told('', { views })).toBeNull()
    expect(told('view=0', { views })).toHaveLength(4)
    expect(told('q=a', { views })).toHaveLength(4)
    expect(told('', { views: [{ is_default: false }] })).toHaveLength(4)
  })

  test('compared with another period, and without a list', () => {
    expect(told('', { records: [{ ...records[0]!, former_figures: {} }] })).toBeNull()
    expect(told('', { route: 'company.detail' })).toBeNull()
  })
})
