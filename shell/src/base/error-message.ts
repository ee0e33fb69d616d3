import { ApiError } from '@adsite/api-client'
import { currentLanguage } from '@adsite/i18n'

const failed = {
  ja: '処理を完了できませんでした。通信状況を確認してもう一度お試しください。',
  en: 'This could not be completed. Check your connection and try again.',
}

/**
 * What users read of an error: its own text if the API or the code of the site wrote it, as a plain Error. Errors of other
 * names (TypeError, ChunkLoadError, those of passkeys) come from the browser, whose English text is for developers.
 */
export function errorMessage(error: Error): string {
  return error instanceof ApiError || error.name === 'Error' ? error.message : failed[currentLanguage()]
}
