import { refresh, refreshed } from '@adsite/api-client'
import { useShell } from '@adsite/remote'
import { useState, type ReactNode } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import { useKitText } from '../base/texts.ts'
import type { UploadTarget } from './use-uploads.ts'

interface RemovableFile {
  readonly id: number
  readonly name: string
}

interface FileRemoval<F extends RemovableFile> {
  readonly target: UploadTarget
  readonly remove: (file: F) => Promise<unknown>
  /** What the dialog asks, what it says of the file, and what is said once the file is gone. */
  readonly words: { readonly title: string; readonly text: (name: string) => string; readonly done: (name: string) => string }
}

/** Deletes files of a record, each after a question: `ask` begins, `dialog` has to be drawn. */
export function useFileRemoval<F extends RemovableFile>({
  target,
  remove,
  words,
}: FileRemoval<F>): {
  readonly ask: (file: F) => void
  readonly dialog: ReactNode
} {
  const text = useKitText()
  const shell = useShell()
  const [asked, setAsked] = useState<F | null>(null)
  const [running, setRunning] = useState(false)

  async function run(file: F): Promise<void> {
    setRunning(true)
    const { done } = await shell.run(() => remove(file))
    // Refused, somebody else may have taken it off.
    if (!done) refresh(target.endpoint)
    await refreshed()
    setRunning(false)
    setAsked(null)
    if (done) shell.alert('success', [words.done(file.name)], { autoClose: true })
  }

  const dialog = (
    <Dialog
      open={asked !== null}
      title={words.title}
      okText={text('delete')}
      okButtonProps={{ danger: true }}
      confirmLoading={running}
      cancelText={text('cancel')}
      onOk={() => void (asked && run(asked))}
      onCancel={() => setAsked(null)}
    >
      {words.text(asked?.name ?? '')}
    </Dialog>
  )
  return { ask: setAsked, dialog }
}
