/** The nonce of this response, set by the gateway (spec/quality "Headers"); undefined if there is none. */
export function pageNonce(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return content === '' ? undefined : content
}

/** antd's rc-util creates a temporary style element without a nonce (spec/platform "Federation"), so every new style element gets it. */
export function giveStylesTheNonce(nonce: string | undefined): void {
  if (nonce === undefined) return
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(name, options)
    if (name.toLowerCase() === 'style') element.setAttribute('nonce', nonce)
    return element
  }
}
