import { refreshSession } from '@adsite/auth'
import type { MouseEvent } from 'react'

/** Links that go where they lead at their next click, because the session has been asked for. */
const asked = new WeakSet<HTMLElement>()

/**
 * The click on a link to a file: follows it only if the session has not ended. Browsers do not tell a
 * page that a download was refused, so it asks first, and goes to the login if nobody is signed in. Clicks that open another tab are left to the browser.
 */
export async function askSessionFirst(event: MouseEvent<HTMLElement>): Promise<void> {
  const link = event.currentTarget
  if (asked.delete(link) || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  // Without an answer the browser tries, which tells why a download fails.
  const session = await refreshSession().catch(() => undefined)
  if (session === null) return
  asked.add(link)
  link.click()
}
