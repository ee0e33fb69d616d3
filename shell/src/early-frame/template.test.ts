import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { errors, listHeadsAt } from '@adsite/contract'
import type { FrameCell, FrameRows, FrameView } from '@adsite/remote/release-format'
import mustache from 'mustache'
import { describe, expect, test } from 'vitest'
import { forgotPath } from '../auth/session/return-path.ts'
import { barePages } from '../own-pages.ts'
import { earlyFrameTemplate, earlyRowsTemplate } from './template.ts'

const css = (name: string) => readFileSync(join(import.meta.dirname, `${name}.css`), 'utf8')
const template = earlyFrameTemplate({ frame: css('early-frame'), login: css('early-login') }, barePages)
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

describe('the login', () => {
  const login = (change: Partial<FrameView> = {}) => rendered({ page: { auth: true, login: true }, route: null, list: null, ...change })

  test('stands alone, in the language of the page, and says why only where it has to', () => {
    const form = ['広告プラットフォーム', 'ログイン', 'English', 'メールアドレス', 'パスワード', 'ログイン']
    const others = ['シングルサインオンを使う', 'パスワードをお忘れの方']
    expect(texts(login())).toEqual([...form, ...others])
    expect(texts(login({ page: { auth: true, login: true, passkeys: true } }))).toEqual([...form, 'パスキーでログイン', ...others])
    expect(login({ page: { auth: true, login: true, unauthorized: true } })).toContain(errors.unauthenticated.text.ja)
    expect(texts(login({ language: { en: true } }))).toContain('E-mail address')
    expect(login()).toContain(`<a href="${forgotPath}">`)
  })

  test('cannot be sent, not even into the address, before its script has come', () => {
    expect(login()).toContain('method="dialog"')
    // What is sent closes its dialog; the other buttons can do nothing yet.
    expect(login()).toMatch(/<dialog open><form.*<button class="button">ログイン<\/button><\/form><\/dialog>/u)
    expect(login().match(/<button(?![^>]* disabled)/gu)).toHaveLength(1)
    expect(login()).not.toMatch(/ inert| aria-hidden="true"><style/u)
  })

  test('weighs less than 2 kB', () => {
    expect(brotliCompressSync(login()).length).toBeLessThan(2000)
  })
})

test('escapes all data, and has nothing that the policy of the page forbids or that ends its comment', () => {
  expect(`${template}${earlyRowsTemplate}`).not.toMatch(/\{\{[{&>=]|-->|--!>| style=|<script| on\w+=/u)
  expect(rendered().match(/<style/gu)).toHaveLength(1)
  expect(rendered()).toContain('<style nonce="n0nce">')
})

const cell: FrameCell = { edge: false, figure: false, link: false, muted: false, text: '', tail: '', tags: [], meter: null }
const drawn = (cells: readonly Partial<FrameCell>[], choosing = true) =>
  mustache.render(earlyRowsTemplate, { choosing, rows: [{ cells: cells.map((each) => ({ ...cell, ...each })) }] } satisfies FrameRows)

test('draws rows: names as links, tags in their colour, a bar, and what stands for no value', () => {
  expect(drawn([{ edge: true, link: true, text: '秋の<b>', tail: ' 第3弾' }])).toBe(
    '<tr><td class="ef-pick"><input type="checkbox"></td><td class="ef-edge ef-link"><span class="ef-name"><i>秋の&lt;b&gt;</i><i> 第3弾</i></span></td></tr>',
  )
  const tags: FrameCell['tags'] = [
    { name: '配信中', colour: { success: true } },
    { name: '終了', colour: { neutral: true } },
  ]
  expect(drawn([{ tags }, { muted: true, text: '—' }], false)).toBe(
    '<tr><td class=""><b class="ef-tag ef-success">配信中</b><b class="ef-tag">終了</b></td><td class=" ef-muted">—</td></tr>',
  )
  const bar = drawn([{ figure: true, text: '67.1%', tags: tags.slice(0, 1), meter: { spent: 40.5, planned: 0, off: true } }], false)
  expect(bar).toContain('<span>67.1%<b class="ef-tag ef-success">配信中</b></span>')
  expect(bar).toContain('<rect class="ef-spent ef-off" y="2" width="40.5%"')
  expect(bar).toContain('<rect class="ef-planned" x="0%"')
})

test('leaves a place for the rows, and none where there is no list', () => {
  expect(rendered({ rows: '<rows>' })).toContain('<tbody>&lt;rows&gt;<tr class="ef-wait">')
  expect(rendered()).toContain('<tbody><tr class="ef-wait">')
  expect(rendered({ rows: '<rows>', list: null })).not.toContain('rows&gt;')
})

test('weighs less than 4 kB', () => {
  expect(brotliCompressSync(rendered()).length).toBeLessThan(4000)
})
