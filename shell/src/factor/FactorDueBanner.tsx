import { useSession } from '@adsite/auth'
import { formatDate, useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './factor.module.css'
import { useFactorText } from './texts.ts'

/** Tells users without a second factor from which day on they need one, and leads to where it is added. */
export default function FactorDueBanner(): ReactNode {
  const text = useFactorText()
  const language = useLanguage()
  const day = useSession()?.factor_due
  if (!day) return null
  return (
    <aside className={styles.due} aria-label={text('due_label')}>
      <p>{text('due', { day: formatDate(day, language) })}</p>
      <Link to="/account">{text('due_action')}</Link>
    </aside>
  )
}
