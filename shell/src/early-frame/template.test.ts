import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { listHeadsAt } from '@adsite/contract'
import type { FrameView } from '@adsite/remote/release-format'
import mustache from 'mustache'
import { expect, test } from 'vitest'
import { barePages } from '../own-pages.ts'
import { earlyFrameTemplate } from './template.ts'

const template = earlyFrameTemplate(readFileSync(join(import.meta.dirname, 'early-frame.css'), 'utf8'), barePages)
const { choosing, least, heads } = listHeadsAt('campaign.list', new URLSearchParams(), 'admin', 'ja')!
const view: FrameView = {
  nonce: 'n0nce',
  language: { ja: true },
  page: {},
  account: '株式会社<img src=x onerror=alert(1)>',
  releases: true,
  areas: [
    { icon: 'M1 1z', current: false },
    { icon: 'M2 2z', current: true },
  ],
  route: { above: [{ title: '広告管理', link: false }], title: 'キャンペーン一覧', heading: true },
  list: {
    choosing,
    least,
    heads: heads.map(({ label, width, place, sort }, at) => ({
      at: at + 2,
      label,
      width,
      edge: place === 'edge',
      figure: place === 'figure',
      sort: sort && { up: sort === 'ascending', down: sort === 'descending', none: sort === 'none' },
    })),
  },
}
const rendered = (change: Partial<FrameView> = {}) => mustache.render(template, { ...view, ...change })

/** The texts on show, one after the other. */
const texts = (html: string) =>
  html
    .replaceAll(/<style.*?<\/style>/gsu, '')
    .replaceAll(/<[^>]*>/gu, '\n')
    .split('\n')
    .filter((text) => text !== '')

test('shows the account, where one is, the title and the heads, in the language of the page', () => {
  expect(texts(rendered())).toEqual([
    '株式会社&lt;img src&#x3D;x onerror&#x3D;alert(1)&gt;',
    'English',
    'ホーム',
    '広告管理',
    'キャンペーン一覧',
    'キャンペーン一覧',
    ...heads.map(({ label }) => label),
  ])
  expect(texts(rendered({ language: { en: true }, route: null, list: null })).slice(1)).toEqual(['日本語'])
  expect(rendered()).toContain(
    '<span class="ef-area ef-current"><svg viewBox="0 0 24 24" width="24" height="24"><path fill="currentColor" d="M2 2z"/>',
  )
})

test('shows no title where it is not known, and nothing of an area where there is none', () => {
  const record = rendered({ route: { ...view.route!, heading: false }, list: null })
  expect([record.includes('ef-title"'), record.includes('skeleton-line'), record.includes('<table')]).toEqual([false, true, false])
  const own = rendered({ route: null, list: null, page: { account: true } })
  expect([own.includes('ef-crumbs"'), own.includes('skeleton-block')]).toEqual([false, true])
})

test.each(barePages)('is empty for /%s, which has no frame', (page) => {
  expect(rendered({ page: { [page]: true } })).toBe('')
})

test('escapes all data, and has nothing that the policy of the page forbids or that ends its comment', () => {
  expect(template).not.toMatch(/\{\{[{&>=]|-->|--!>| style=|<script| on\w+=/u)
  expect(rendered().match(/<style/gu)).toHaveLength(1)
  expect(rendered()).toContain('<style nonce="n0nce">')
})

test('weighs less than 4 kB', () => {
  expect(brotliCompressSync(rendered()).length).toBeLessThan(4000)
})
