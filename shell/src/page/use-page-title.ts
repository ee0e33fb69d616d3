import { useEffect } from 'react'
import { useShellText } from '../base/use-shell-text.ts'

/** Sets the browser tab's title: the page first, then the site. */
export function usePageTitle(page: string): void {
  const title = `${page} | ${useShellText()('site')}`
  useEffect(() => {
    document.title = title
  }, [title])
}
