import { call } from '@adsite/api-client'
import { invitationEndpoints, type InvitationOffer } from '@adsite/contract'
import { useEffect, useState } from 'react'
import { isTokenError } from './token-error.ts'

/** State of the invitation: loaded, rejected because the link is invalid, or currently unavailable. */
export type InvitationReading = { readonly offer: InvitationOffer } | { readonly error: Error } | 'void' | 'reading'

/** Fetches the invitation of a token. Not stored in the query cache, which is cleared when a session ends. */
export function useInvitation(token: string): { reading: InvitationReading; end: () => void; retry: () => void } {
  const [reading, setReading] = useState<InvitationReading>(token === '' ? 'void' : 'reading')
  const pending = reading === 'reading'
  useEffect(() => {
    if (!pending) return
    let current = true
    call(invitationEndpoints.check, { body: { token } }).then(
      ({ data }) => current && setReading({ offer: data }),
      (error: Error) => current && setReading(isTokenError(error) ? 'void' : { error }),
    )
    return () => {
      current = false
    }
  }, [token, pending])
  return { reading, end: () => setReading('void'), retry: () => setReading('reading') }
}
