// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
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
