import type { ApiError } from '@adsite/api-client'

/** Whether a call that failed may have been carried out all the same: no answer came, or that of a server in trouble. */
export const mayBeDone = ({ code, status }: ApiError): boolean => code === 'network' || status >= 500
