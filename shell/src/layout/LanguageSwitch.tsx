import { useLanguage, type Language } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { chooseLanguage } from '../language.ts'
import styles from './LanguageSwitch.module.css'

/** The other language, called by its own name. */
const others: Readonly<Record<Language, { language: Language; name: string }>> = {
  ja: { language: 'en', name: 'English' },
  en: { language: 'ja', name: '日本語' },
}

export function LanguageSwitch(): ReactNode {
  const other = others[useLanguage()]
  return (
    <button type="button" className={styles.switch} lang={other.language} onClick={() => chooseLanguage(other.language)}>
      {other.name}
    </button>
  )
}
