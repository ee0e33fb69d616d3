import { useLanguage, type Language } from '@adsite/i18n'
import { useState } from 'react'

/** Why something was refused, as the server said it: not shown in another language than the one it was asked in. */
export function useRefusal(): readonly [string | null, (message: string | null) => void] {
  const language = useLanguage()
  const [said, say] = useState<{ readonly language: Language; readonly message: string } | null>(null)
  return [said?.language === language ? said.message : null, (message) => say(message === null ? null : { language, message })]
}
