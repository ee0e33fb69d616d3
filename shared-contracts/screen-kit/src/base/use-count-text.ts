import { formatCount, useLanguage } from '@adsite/i18n'
import { useKitText } from './texts.ts'

/** Says how many there are: a list counts up to 10,000 and says so beyond (spec/design "Lists at scale"). */
export function useCountText(): (page: { readonly total: number; readonly capped: boolean }) => string {
  const text = useKitText()
  const language = useLanguage()
  return ({ total, capped }) => text(capped ? 'count_capped' : total === 1 ? 'count_one' : 'count', { total: formatCount(total, language) })
}
