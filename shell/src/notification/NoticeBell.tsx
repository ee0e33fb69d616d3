import { useAccount } from '@adsite/auth'
import { mdiBellOutline } from '@mdi/js'
import { useAtomValue } from 'jotai'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../element/Icon.tsx'
import { noticesExistAtom, readNotices } from './notice-state.ts'
import styles from './NoticeBell.module.css'
import { useNoticeText } from './texts.ts'

/** Notices are read when an account is entered, and whenever the tab becomes visible again. */
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
 * The header's bell (spec/site "Header"): with a dot and its tooltip while there is something to confirm; it leads to /.
 * Without a notice it keeps its place, so that the header does not move when one comes.
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
