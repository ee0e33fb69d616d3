export { ApiError, failureTexts } from './api-error.ts'
export { activeAccount, apiInTrouble, apiUrl, call, configureClient, setActiveAccount, tell, type CallArguments } from './call.ts'
export { apiKey, queryClient, useApiMutation, useApiQuery } from './query.ts'
