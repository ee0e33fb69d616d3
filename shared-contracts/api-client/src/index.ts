export { ApiError, failureTexts } from './api-error.ts'
export {
  activeAccount,
  apiInTrouble,
  apiUrl,
  call,
  configureClient,
  setActiveAccount,
  setViewing,
  tell,
  type ApiTrouble,
  type CallArguments,
} from './call.ts'
export { queryClient, refresh, refreshed } from './cache.ts'
export { randomKey } from './unanswered-creates.ts'
export { apiKey, useApiMutation, useApiQuery } from './query.ts'
