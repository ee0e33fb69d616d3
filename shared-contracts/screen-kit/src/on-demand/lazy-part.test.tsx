// @vitest-environment jsdom
import { ShellProvider, type ShellApi } from '@adsite/remote'
import { startI18n } from '@adsite/i18n'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyDialog, lazyPart } from './lazy-part.tsx'

const lost = new Error('Loading chunk 46 failed')
const reported = vi.fn<(event: ErrorEvent) => void>((event) => event.preventDefault())
const alert = vi.fn<ShellApi['alert']>()
const shell: ShellApi = { alert, run: async () => ({ done: false, error: lost }), href: () => null, nameTab: () => () => undefined }
const message = '表示できませんでした。通信状況を確認してもう一度お試しください。'

beforeEach(() => {
  startI18n('ja')
  window.addEventListener('error', reported)
})
afterEach(() => {
  cleanup()
  window.removeEventListener('error', reported)
  vi.clearAllMocks()
})

/** A screen with an input, which opens the part. */
function Screen({ children }: { children: (close: () => void) => ReactNode }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <>
      <input aria-label="name" />
      <button onClick={() => setOpen(true)}>open</button>
      {open ? children(() => setOpen(false)) : null}
    </>
  )
}

const show = (children: (close: () => void) => ReactNode) => {
  render(
    <ShellProvider api={shell}>
      <Screen>{children}</Screen>
    </ShellProvider>,
  )
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'typed' } })
  fireEvent.click(screen.getByText('open'))
}

const Panel = ({ name }: { name: string }): ReactNode => <p>panel of {name}</p>
const Window = ({ onClose }: { onClose: () => void }): ReactNode => <button onClick={onClose}>close</button>

it('shows a part as soon as its code is there, and at once when it was there before', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Panel }>>().mockResolvedValue({ default: Panel })
  const Part = lazyPart(load, ({ name }) => <p>{name} comes</p>)
  show(() => <Part name="ads" />)
  expect(screen.getByText('ads comes')).toBeDefined()
  expect(await screen.findByText('panel of ads')).toBeDefined()
  fireEvent.click(screen.getByText('open'))
  render(<Part name="others" />)
  expect(screen.getByText('panel of others')).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
})

it('keeps the screen where a part does not arrive, reports it, and asks for the code anew', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Panel }>>().mockRejectedValueOnce(lost).mockResolvedValue({ default: Panel })
  const Part = lazyPart(load)
  show(() => <Part name="ads" />)
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(reported.mock.calls.map(([event]) => event.error)).toEqual([lost])
  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('typed')
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(await screen.findByText('panel of ads')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('typed')
})

it('closes a dialog that does not arrive and says so, so that it can be opened again', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Window }>>().mockRejectedValueOnce(lost).mockResolvedValue({ default: Window })
  const Dialog = lazyDialog(load, ({ onClose }) => onClose())
  show((close) => <Dialog onClose={close} />)
  await waitFor(() => expect(alert).toHaveBeenCalledExactlyOnceWith('error', [message]))
  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('typed')
  fireEvent.click(screen.getByText('open'))
  expect(await screen.findByText('close')).toBeDefined()
})

it('fetches code early without a rejection, and again where that failed', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Panel }>>().mockRejectedValueOnce(lost).mockResolvedValue({ default: Panel })
  const Part = lazyPart(load)
  await expect(Part.preload()).resolves.toBeUndefined()
  await Part.preload()
  render(<Part name="ads" />)
  expect(screen.getByText('panel of ads')).toBeDefined()
})
