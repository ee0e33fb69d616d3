import { ApiError } from '@adsite/api-client'

/** Whether the API has taken the change, for a second person to decide: there is nothing left to do for whoever asked. */
export const isWaiting = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'second_person'
