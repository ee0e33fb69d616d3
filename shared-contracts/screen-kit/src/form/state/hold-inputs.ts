/**
 * Keeps inputs from being changed while they are sent, since what is typed, added or taken out then would not be stored, and is
 * lost where the page goes on to the record. What it returns lets go of them, and gives the focus back to the input that had it.
 */
export function holdInputs(inputs: HTMLElement | null): () => void {
  const focused = document.activeElement
  inputs?.toggleAttribute('inert', true)
  return () => {
    if (!inputs?.hasAttribute('inert')) return
    inputs.toggleAttribute('inert', false)
    // Browsers take the focus from what is inert.
    if (focused instanceof HTMLElement && inputs.contains(focused)) focused.focus()
  }
}
