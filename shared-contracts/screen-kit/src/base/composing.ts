import type { KeyboardEvent } from 'react'

/**
 * True for keys that belong to the input method: Enter then confirms a conversion and must not submit
 * (spec/domain "Japanese input"). Safari ends the composition before it reports the key, with key code 229.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229
}

/** An onKeyDown handler for forms and search boxes. */
export function ignoreComposingEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}
