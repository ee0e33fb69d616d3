import type { KeyboardEvent } from 'react'

/**
 * True for keys that belong to the input method: Enter then takes a conversion and must not submit
 * (spec/domain "Japanese input"). Safari ends the composition before it reports
 * the key, and says 229 instead.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229
}

/** For onKeyDown of a form or a search box. */
export function ignoreComposingEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}
