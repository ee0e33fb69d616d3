/**
 * Ref of what appears because of a press whose button goes, as the first row of a further page does: it gets the
 * keyboard focus, unless that is elsewhere by then.
 */
export function takesLostFocus(element: HTMLElement | null): void {
  if (!element || document.activeElement !== document.body) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
