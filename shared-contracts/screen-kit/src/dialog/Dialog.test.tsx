// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { useState, type ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './Dialog.tsx'

afterEach(cleanup)

function Page(): ReactNode {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        開く
      </button>
      {open && (
        <Dialog open title="質問" onCancel={close}>
          <input aria-label="理由" />
        </Dialog>
      )}
    </>
  )
}

test('what opened a dialog has the focus again once the dialog is taken out of the page', async () => {
  render(<Page />)
  const opener = screen.getByRole('button', { name: '開く' })
  opener.focus()
  fireEvent.click(opener)
  await screen.findByRole('dialog', { name: '質問' })
  screen.getByRole('textbox', { name: '理由' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

/** jsdom has no transitions whose end would tell that a dialog is open. */
const still = (dialog: ReactNode) => <ConfigProvider theme={{ token: { motion: false } }}>{dialog}</ConfigProvider>

test('a dialog opens with the focus in its first field that can be filled in', async () => {
  render(
    still(
      <Dialog open title="質問">
        <input type="hidden" />
        <input disabled aria-label="会社" />
        <input type="radio" name="kind" aria-label="前" />
        <input type="radio" name="kind" aria-label="後" defaultChecked />
        <input aria-label="理由" />
      </Dialog>,
    ),
  )
  const chosen = await screen.findByRole('radio', { name: '後' })
  await waitFor(() => expect(document.activeElement).toBe(chosen))
})

test('a dialog may begin with another field', async () => {
  render(
    still(
      <Dialog open title="質問">
        <input aria-label="会社" />
        <input data-first aria-label="理由" />
      </Dialog>,
    ),
  )
  const reason = await screen.findByRole('textbox', { name: '理由' })
  await waitFor(() => expect(document.activeElement).toBe(reason))
})

test('a dialog whose fields are still loading begins in the first of them, unless the user has gone on', async () => {
  const loading = (isLoaded: boolean) => (
    <Dialog open title="ラベル" footer={<button type="button">キャンセル</button>}>
      {isLoaded ? <input type="checkbox" aria-label="重点" /> : '読み込み中'}
    </Dialog>
  )
  for (const hasGoneOn of [false, true]) {
    const { rerender } = render(still(loading(false)))
    const dialog = await screen.findByRole('dialog', { name: 'ラベル' })
    await waitFor(() => expect(document.activeElement).toBe(dialog))
    const cancel = screen.getByRole('button', { name: 'キャンセル' })
    if (hasGoneOn) cancel.focus()
    rerender(still(loading(true)))
    expect(document.activeElement).toBe(hasGoneOn ? cancel : screen.getByRole('checkbox', { name: '重点' }))
    cleanup()
  }
})

/** `staysOpen`: the field can be filled in at the second step, too. */
function Steps({ staysOpen }: { readonly staysOpen: boolean }): ReactNode {
  const [isSure, setSure] = useState(false)
  const next = (
    <button key="next" type="button" onClick={() => setSure(true)}>
      次へ
    </button>
  )
  const run = (
    <button key="run" type="button">
      実行
    </button>
  )
  return (
    <Dialog open title="手順" footer={[isSure ? run : next]}>
      <div hidden={isSure && !staysOpen}>
        <input aria-label="値" />
      </div>
    </Dialog>
  )
}

test('a press that takes its own button out leaves the focus in the dialog, in its field if there is one', async () => {
  for (const staysOpen of [false, true]) {
    render(<Steps staysOpen={staysOpen} />)
    const dialog = await screen.findByRole('dialog', { name: '手順' })
    const field = screen.getByRole('textbox', { name: '値' })
    const next = screen.getByRole('button', { name: '次へ' })
    next.focus()
    fireEvent.click(next)
    screen.getByRole('button', { name: '実行' })
    expect(document.activeElement).toBe(staysOpen ? field : dialog)
    cleanup()
  }
})

test('what has the focus in a dialog keeps it', async () => {
  render(<Steps staysOpen />)
  await screen.findByRole('dialog', { name: '手順' })
  const close = screen.getByRole('button', { name: 'Close' })
  close.focus()
  fireEvent.click(screen.getByRole('button', { name: '次へ' }))
  expect(document.activeElement).toBe(close)
})

function Decision(): ReactNode {
  const [isAsked, setAsked] = useState(false)
  const [isDone, setDone] = useState(false)
  return (
    <section>
      <h2>申込</h2>
      {isDone ? null : (
        <button type="button" onClick={() => setAsked(true)}>
          承認する
        </button>
      )}
      {isAsked && (
        <Dialog open title="確認" okText="はい" onOk={() => setDone(true)} onCancel={() => setAsked(false)}>
          <input aria-label="理由" />
        </Dialog>
      )}
    </section>
  )
}

test('the heading above what opened a dialog has the focus where that is gone with what the dialog did', async () => {
  render(<Decision />)
  const opener = screen.getByRole('button', { name: '承認する' })
  opener.focus()
  fireEvent.click(opener)
  await screen.findByRole('dialog', { name: '確認' })
  screen.getByRole('textbox', { name: '理由' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'はい' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: '申込', hidden: true })))
})
