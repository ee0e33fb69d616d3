import type { ReactNode } from 'react'
import styles from './AuthPage.module.css'

/** The plain page around the screens that need no session. */
export function AuthPage({ children }: { children: ReactNode }): ReactNode {
  return (
    <main className={styles.page}>
      <div className={styles.card}>{children}</div>
    </main>
  )
}
