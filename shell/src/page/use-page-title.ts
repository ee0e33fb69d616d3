import { useEffect } from 'react'
import { useShellText } from '../base/use-shell-text.ts'

/** Names the page in the browser's tab: the page first, the site behind. */
export function usePageTitle(page: string): void {
  const title = `${page} | ${useShellText()('site')}`
  useEffect(() => {
    document.title = title
  }, [title])
}
