// @vitest-environment jsdom
import { startI18n } from '@adsite/i18n'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog as KitDialog } from '../dialog/Dialog.tsx'
import { stubDialog } from '../testing/device.ts'
import { lazyDialog, lazyPart } from './lazy-part.tsx'

const lost = new Error('Loading chunk 46 failed')
const reported = vi.fn<(event: ErrorEvent) => void>((event) => event.preventDefault())
const message = '読み込みに失敗しました。自動的に再試行します。'

beforeAll(stubDialog)
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

const opener = () => screen.getByRole('button', { name: 'open' })
const typed = () => screen.getByLabelText<HTMLInputElement>('name').value
const show = (children: (close: () => void) => ReactNode) => {
  render(<Screen>{children}</Screen>)
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'typed' } })
  opener().focus()
  fireEvent.click(opener())
}
const comesOnline = () => act(async () => void window.dispatchEvent(new Event('online')))

const Panel = ({ name }: { name: string }): ReactNode => <p>panel of {name}</p>
const Window = ({ onClose }: { onClose: () => void }): ReactNode => <KitDialog open title="window" onCancel={onClose} transitionName="" />
const loads = <P extends object>(component: (props: P) => ReactNode) =>
  vi.fn<() => Promise<{ default: typeof component }>>().mockResolvedValue({ default: component })

it('shows a part as soon as its code is there, and at once when it was there before', async () => {
  const load = loads(Panel)
  const Part = lazyPart(load, ({ name }) => <p>{name} comes</p>)
  show(() => <Part name="ads" />)
  expect(screen.getByText('ads comes')).toBeDefined()
  expect(await screen.findByText('panel of ads')).toBeDefined()
  fireEvent.click(opener())
  render(<Part name="others" />)
  expect(screen.getByText('panel of others')).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
})

it('fetches code early without a rejection, and again where that failed', async () => {
  const Part = lazyPart(loads(Panel).mockRejectedValueOnce(lost))
  await expect(Part.preload()).resolves.toBeUndefined()
  await Part.preload()
  render(<Part name="ads" />)
  expect(screen.getByText('panel of ads')).toBeDefined()
})

describe('a part that does not arrive', () => {
  const lose = (load: ReturnType<typeof loads<{ name: string }>>) => {
    load.mockRejectedValue(lost)
    const Part = lazyPart(load)
    show(() => (
      <>
        <p>before</p>
        <Part name="ads" />
        <p>after</p>
      </>
    ))
    return screen.findByRole('alert')
  }

  it('is reported, keeps the screen, and comes by itself when its code does', async () => {
    const load = loads(Panel)
    const panel = await lose(load)
    expect(panel.textContent).toContain(message)
    expect(reported.mock.calls.map(([event]) => event.error)).toEqual([lost])
    await vi.waitFor(() => expect(load.mock.calls.length).toBeGreaterThan(2), 60_000)
    expect(panel.isConnected).toBe(true)
    load.mockResolvedValue({ default: Panel })
    await vi.waitFor(() => screen.getByText('panel of ads'), 60_000)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(typed()).toBe('typed')
    expect(document.activeElement).toBe(opener())
  })

  it('comes at once when the network is back', async () => {
    const load = loads(Panel)
    await lose(load)
    load.mockResolvedValue({ default: Panel })
    await comesOnline()
    expect(screen.getByText('panel of ads')).toBeDefined()
  })

  it('is asked for by a button that stays until it is there, and gets its focus', async () => {
    const load = loads(Panel)
    await lose(load)
    const retry = screen.getByRole('button', { name: '再試行' })
    retry.focus()
    await act(async () => fireEvent.click(retry))
    expect(load).toHaveBeenCalledTimes(2)
    expect(document.activeElement).toBe(retry)
    load.mockResolvedValue({ default: Panel })
    await act(async () => fireEvent.click(retry))
    expect(document.activeElement).toBe(screen.getByText('panel of ads'))
  })

  it('is no longer asked for where it is not shown any more', async () => {
    const load = loads(Panel)
    await lose(load)
    cleanup()
    await comesOnline()
    expect(load).toHaveBeenCalledOnce()
  })
})

describe('a dialog that does not arrive', () => {
  const lose = (load: ReturnType<typeof loads<{ onClose: () => void }>>) => {
    load.mockRejectedValue(lost)
    const Dialog = lazyDialog(load, ({ onClose }) => onClose())
    show((close) => <Dialog onClose={close} />)
    return screen.findByRole('alertdialog', { name: message })
  }

  it('comes in place of one that says so, and gives the focus back to what opened it', async () => {
    const load = loads(Window)
    const missing = await lose(load)
    expect(missing.contains(document.activeElement)).toBe(true)
    load.mockResolvedValue({ default: Window })
    await comesOnline()
    expect(missing.isConnected).toBe(false)
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(opener()))
    expect(typed()).toBe('typed')
  })

  it('is asked for by a button', async () => {
    const load = loads(Window)
    await lose(load)
    load.mockResolvedValue({ default: Window })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '再試行' })))
    expect(screen.getByRole('dialog', { name: 'window' })).toBeDefined()
  })

  it.each([
    ['its button', () => fireEvent.click(screen.getByRole('button', { name: '閉じる' }))],
    ['Escape', () => fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }))],
  ])('is given up by %s, and can be opened again', async (_, give) => {
    const load = loads(Window)
    await lose(load)
    give()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(document.activeElement).toBe(opener())
    load.mockResolvedValue({ default: Window })
    await comesOnline()
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(opener())
    expect(await screen.findByRole('dialog', { name: 'window' })).toBeDefined()
  })
})
