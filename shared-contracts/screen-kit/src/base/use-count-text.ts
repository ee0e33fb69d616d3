import { formatCount, useLanguage } from '@adsite/i18n'
import { useKitText } from './texts.ts'

/** Formats a count; lists count up to 10,000 and say so beyond that (spec/design "Lists at scale"). */
export function useCountText(): (page: { readonly total: number; readonly capped: boolean }) => string {
  const text = useKitText()
  const language = useLanguage()
  return ({ total, capped }) => text(capped ? 'count_capped' : total === 1 ? 'count_one' : 'count', { total: formatCount(total, language) })
}
