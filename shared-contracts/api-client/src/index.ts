export { ApiError, failureTexts } from './api-error.ts'
export { activeAccount, apiUrl, call, configureClient, setActiveAccount, type CallArguments } from './call.ts'
export { apiKey, queryClient, useApiMutation, useApiQuery } from './query.ts'
