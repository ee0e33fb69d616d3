/** The nonce that the gateway gave this response (spec/quality "Headers"); undefined where there is none. */
export function pageNonce(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return content === '' ? undefined : content
}

/** One passing style of antd's rc-util asks nobody for a nonce (spec/platform "Federation"): every new style element gets it. */
export function giveStylesTheNonce(nonce: string | undefined): void {
  if (nonce === undefined) return
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(name, options)
    if (name.toLowerCase() === 'style') element.setAttribute('nonce', nonce)
    return element
  }
}
