import { showAlert } from './alert-state.ts'

interface Words {
  readonly copied: string
  readonly notCopied: string
}

/** Copies a text, and says whether it did: browsers may forbid it, and offer it only on https. */
export async function copyText(text: string, { copied, notCopied }: Words): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showAlert('success', [copied])
  } catch {
    showAlert('error', [notCopied])
  }
}
