// @vitest-environment jsdom
import { startI18n } from '@adsite/i18n'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useRef, useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stubLayout } from '../testing/device.ts'
import HtmlEditor from './HtmlEditor.tsx'

let handed: string[]
let left: number

beforeEach(() => {
  handed = []
  left = 0
  startI18n('ja')
  stubLayout()
})
afterEach(cleanup)

function Sample({ start, other }: { start: string; other?: string }): ReactNode {
  const [value, setValue] = useState(start)
  const focus = useRef<{ focus: () => void }>(null)
  return (
    <>
      <span id="label">本文</span>
      <HtmlEditor
        id="body"
        labelledBy="label"
        value={value}
        onChange={(html) => {
          handed.push(html)
          setValue(html)
        }}
        onBlur={() => (left += 1)}
        focusRef={focus}
        described={undefined}
        required
        invalid={false}
      />
      <button type="button" onClick={() => focus.current?.focus()}>
        移動
      </button>
      <button type="button" onClick={() => setValue(other ?? '')}>
        差し替え
      </button>
    </>
  )
}

const box = () => screen.getByRole('textbox', { name: '本文' })
const tool = (name: string) => screen.getByRole('button', { name })

test('a named box of several lines shows what it was given', () => {
  render(<Sample start="<h2>予定</h2><p>本文です</p>" />)
  expect(within(box()).getByRole('heading', { level: 2, name: '予定' })).toBeTruthy()
  expect(box().getAttribute('aria-multiline')).toBe('true')
  expect(box().getAttribute('aria-required')).toBe('true')
  expect(handed).toEqual([])
})

test('tools change the text, say what is in force, and can be undone', async () => {
  render(<Sample start="<p>見出しの文</p>" />)
  expect(tool('見出し').getAttribute('aria-pressed')).toBe('false')
  expect(tool('元に戻す').getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(tool('見出し'))
  await waitFor(() => expect(handed.at(-1)).toBe('<h2>見出しの文</h2>'))
  await waitFor(() => expect(tool('見出し').getAttribute('aria-pressed')).toBe('true'))
  fireEvent.click(tool('元に戻す'))
  await waitFor(() => expect(handed.at(-1)).toBe('<p>見出しの文</p>'))
  fireEvent.click(tool('箇条書き'))
  await waitFor(() => expect(handed.at(-1)).toBe('<ul><li><p>見出しの文</p></li></ul>'))
})

test('a link is asked for, refused when no page may follow it, and set', async () => {
  render(<Sample start="<p></p>" />)
  fireEvent.click(tool('リンク'))
  const dialog = await screen.findByRole('dialog', { name: 'リンクの設定' })
  const address = within(dialog).getByRole('textbox', { name: 'リンク先のURL' })
  fireEvent.change(address, { target: { value: 'javascript:alert(1)' } })
  fireEvent.keyDown(address, { key: 'Enter' })
  expect(within(dialog).getByText('URLを入力してください。')).toBeTruthy()
  expect(address.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(address, { target: { value: 'https://example.com/' } })
  fireEvent.keyDown(address, { key: 'Enter' })
  await waitFor(() => expect(handed.at(-1)).toBe('<p><a href="https://example.com/">https://example.com/</a></p>'))
})

test('Tab passes the tools in one step; arrows walk over them', () => {
  render(<Sample start="<p>文</p>" />)
  const buttons = within(screen.getByRole('toolbar', { name: '書式' })).getAllByRole('button')
  expect(buttons.filter((button) => button.tabIndex === 0)).toEqual([tool('太字')])
  tool('太字').focus()
  fireEvent.keyDown(tool('太字'), { key: 'ArrowRight' })
  expect(document.activeElement).toBe(tool('斜体'))
  fireEvent.keyDown(tool('斜体'), { key: 'End' })
  expect(document.activeElement).toBe(tool('プレビュー'))
  fireEvent.keyDown(tool('プレビュー'), { key: 'ArrowRight' })
  expect(document.activeElement).toBe(tool('太字'))
  expect(buttons.filter((button) => button.tabIndex === 0)).toEqual([tool('太字')])
})

test('the focus can be led to it; leaving is told once the tools are left too', async () => {
  render(<Sample start="<p>文</p>" />)
  fireEvent.click(screen.getByRole('button', { name: '移動' }))
  await waitFor(() => expect(document.activeElement).toBe(box()))
  fireEvent.blur(box(), { relatedTarget: tool('太字') })
  expect(left).toBe(0)
  fireEvent.blur(tool('太字'), { relatedTarget: screen.getByRole('button', { name: '移動' }) })
  expect(left).toBe(1)
})

test('another value from outside replaces the text without counting as typed', async () => {
  render(<Sample start="<p>前</p>" other="<p>後</p>" />)
  fireEvent.click(screen.getByRole('button', { name: '差し替え' }))
  await waitFor(() => expect(box().textContent).toBe('後'))
  expect(handed).toEqual([])
})

test('what the readers’ page would not show does not get in', () => {
  render(<Sample start='<p style="color:red"><a href="javascript:alert(1)">押す</a><img src="x"></p>' />)
  expect(box().querySelector('a, img, [style]')).toBeNull()
  expect(box().textContent).toBe('押す')
})

test('the preview is what readers see; the tools rest meanwhile', () => {
  render(<Sample start="<h2>予定</h2>" />)
  fireEvent.click(tool('プレビュー'))
  expect(tool('プレビュー').getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('heading', { level: 2, name: '予定' })).toBeTruthy()
  fireEvent.click(tool('見出し'))
  expect(handed).toEqual([])
  fireEvent.click(tool('プレビュー'))
  expect(box()).toBeTruthy()
})

test('the editor puts no style element of its own into the page', () => {
  render(<Sample start="<p>文</p>" />)
  expect(document.querySelector('style[data-tiptap-style]')).toBeNull()
})
