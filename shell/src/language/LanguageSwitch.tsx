import { call } from '@adsite/api-client'
import { refreshSession, useSession } from '@adsite/auth'
import { userEndpoints } from '@adsite/contract'
import { i18n, useLanguage, type Language } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { showSnackbar } from '../alert/alert-state.ts'
import { chooseLanguage } from './language.ts'
import { otherLanguage } from './other-language.ts'
import { shellNamespace } from '../base/texts.ts'
import styles from './LanguageSwitch.module.css'

/**
 * Switches the language of the site and, for signed-in users, of their mails; while somebody else is viewed, and where the sign-in
 * may not change what holds in all accounts of the user, of this browser alone.
 */
export function LanguageSwitch(): ReactNode {
  const other = otherLanguage[useLanguage()]
  const session = useSession()
  const isSaved = session && !session.viewing && !session.accounts_elsewhere

  async function choose(locale: Language): Promise<void> {
    chooseLanguage(locale)
    if (!isSaved) return
    // Shown in the newly chosen language.
    const failed = () => showSnackbar('warn', [i18n.t('language_not_saved', { ns: shellNamespace })])
    // The profile shows the language of the session; a failed refresh is harmless, because it is read again later.
    const saved = () => refreshSession().catch(() => undefined)
    await call(userEndpoints.updateMe, { body: { locale } }).then(saved, failed)
  }

  return (
    <button type="button" className={styles.switch} lang={other.language} onClick={() => void choose(other.language)}>
      {other.name}
    </button>
  )
}
