import type { ReactNode } from 'react'
import { Logo } from '../element/Logo.tsx'
import { useShellText } from '../base/use-shell-text.ts'
import styles from './AuthPage.module.css'

/** The plain layout of screens that need no session. */
export function AuthPage({ children }: { children: ReactNode }): ReactNode {
  const site = useShellText()('site')
  return (
    <main className={styles.page}>
      <p className={styles.site}>
        <Logo />
        {site}
      </p>
      <div className={styles.card}>{children}</div>
    </main>
  )
}
