import { useLayoutEffect } from 'react'

/** Id of the login's form before the page's script has come (docs/decisions/0047-early-frame.md). */
export const earlyLoginForm = 'early-login'

/**
 * Goes on in the form that replaces the early login with what was typed there, and where, and sends it if the early one was sent. Call it in
 * a component behind the inputs, which have the same names.
 */
export function useEarlyLogin(fill: (name: string, value: string) => void): void {
  useLayoutEffect(() => {
    const early = document.querySelectorAll<HTMLInputElement>(`#${earlyLoginForm} input`)
    for (const { name, value, selectionStart, selectionEnd } of early) {
      if (value !== '') fill(name, value)
      const input = document.querySelector<HTMLInputElement>(`form:not(#${earlyLoginForm}) input[name="${name}"]`)
      if (document.activeElement?.id !== `early-${name}`) continue
      input?.focus()
      // Inputs of e-mail addresses do not tell where one types.
      if (selectionStart !== null) input?.setSelectionRange(selectionStart, selectionEnd)
    }
    // No script of the page was there to note it: a form that is sent closes its dialog.
    if (document.querySelector(`dialog:not([open]) > #${earlyLoginForm}`)) {
      document.querySelector<HTMLInputElement>(`form:not(#${earlyLoginForm}) input[name="password"]`)?.form?.requestSubmit()
    }
  }, [fill])
}
