import { ApiError, refresh } from '@adsite/api-client'
import { savedViewEndpoints } from '@adsite/contract'

/** True: the view has been changed. False: it is not there any more, and the list of views is read again. */
export async function unlessGone(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
    refresh(savedViewEndpoints.delete)
    return false
  }
}
