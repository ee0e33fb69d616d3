import { useAccount } from '@adsite/auth'
import { mdiBellOutline } from '@mdi/js'
import { useAtomValue } from 'jotai'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../element/Icon.tsx'
import { noticesExistAtom, readNotices } from './notice-state.ts'
import styles from './NoticeBell.module.css'
import { useNoticeText } from './texts.ts'

/** Fetches notices when an account is entered and when the tab becomes visible. */
function useReadingNotices(accountId: number | undefined): void {
  useEffect(() => {
    if (accountId !== undefined) void readNotices()
  }, [accountId])
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void readNotices()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

/**
 * The header's bell (spec/site "Header"): shows a dot and a tooltip while there are unconfirmed notices, and
 * links to /. Without notices it keeps its space, so that the header does not shift when one arrives.
 */
export function NoticeBell(): ReactNode {
  const text = useNoticeText()
  const exist = useAtomValue(noticesExistAtom)
  const label = text(exist ? 'exist' : 'none')
  useReadingNotices(useAccount()?.accountId)
  return (
    <Link to="/" className={styles.bell} aria-label={label} data-tooltip={label}>
      <Icon path={mdiBellOutline} />
      {exist && <span className={styles.dot} />}
    </Link>
  )
}
