import { call } from '@adsite/api-client'
import { singleSignInEndpoints } from '@adsite/contract'
import { trackLoading } from '../alert/loader-state.ts'

/** The page to come back to; it stays in the tab, where no other site can set it. */
const kept = 'adsite.single-sign-on.to'

/** Goes to the provider of the address's domain, which sends the browser back. `again`: it asks for its factors anew. */
export async function leaveForProvider(email: string, to: string, again = false): Promise<void> {
  const { data } = await trackLoading(call(singleSignInEndpoints.start, { body: { email, ...(again && { again }) } }))
  sessionStorage.setItem(kept, to)
  window.location.assign(data.url)
}

/** Takes the page to come back to; null: none was kept. */
export function takeKeptPage(): string | null {
  const to = sessionStorage.getItem(kept)
  sessionStorage.removeItem(kept)
  return to
}
