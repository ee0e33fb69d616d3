/** The build of the shell that runs in this page, by the address of its script; null outside of a gateway (tests). */
export function shellBuild(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[src*="/r/shell/"]')
  return /\/r\/shell\/([0-9a-z][0-9a-z.-]*)\//u.exec(script?.src ?? '')?.[1] ?? null
}
