import { call } from '@adsite/api-client'
import { invitationEndpoints, type InvitationOffer } from '@adsite/contract'
import { useEffect, useState } from 'react'
import { isTokenError } from './token-error.ts'

/** What is known of the invitation: read, refused because its link does not work, or not to be had now. */
export type InvitationReading = { readonly offer: InvitationOffer } | { readonly error: Error } | 'void' | 'reading'

/** Asks what the invitation with this token is for. Kept apart from the query cache, which empties when a session ends. */
export function useInvitation(token: string): { reading: InvitationReading; retry: () => void } {
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
  return { reading, retry: () => setReading('reading') }
}
