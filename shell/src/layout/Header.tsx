import { signOut, useAccount, useAccounts, useRole, useSession } from '@adsite/auth'
import { may } from '@adsite/contract'
import { mdiAccountCircle, mdiAccountCogOutline, mdiLogout, mdiMenu, mdiRocketLaunchOutline } from '@mdi/js'
import { useAtom } from 'jotai'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { trackLoading } from '../alert/loader-state.ts'
import { menuButtonId, railOutAtom, sidebarId } from '../menu/menu-state.ts'
import { NoticeBell } from '../notification/NoticeBell.tsx'
import { BusyButton } from '../element/BusyButton.tsx'
import { Icon } from '../element/Icon.tsx'
import { DialogBoundary } from '../page/DialogBoundary.tsx'
import { lazyScreen } from '../screen/lazy-screen.tsx'
import { QuietBoundary } from '../page/ScreenBoundary.tsx'
import { useShellText } from '../base/use-shell-text.ts'
import styles from './Header.module.css'
import { LanguageSwitch } from '../language/LanguageSwitch.tsx'
import { useViewingText } from '../viewing/texts.ts'
import { ScrollToTop } from './ScrollToTop.tsx'

const AccountDialog = lazyScreen(() => import(/* webpackChunkName: "account-dialog" */ './AccountDialog.tsx'))

/** A chip with the current account; if the user has several, it opens the selection (spec/site "Header"). */
function AccountChip(): ReactNode {
  const text = useShellText()
  const account = useAccount()
  const several = useAccounts().length > 1
  const [choosing, setChoosing] = useState(false)
  const close = () => setChoosing(false)
  const isViewing = useSession()?.viewing !== undefined
  const noSwitch = useViewingText()('no_switch')
  if (!account) return null
  const inside = (
    <>
      <Icon path={mdiAccountCircle} size={20} />
      <span className={styles.name}>{account.name}</span>
    </>
  )
  const label = text('current_account', { name: account.name })
  if (isViewing) {
    return (
      <button type="button" className={styles.chip} aria-disabled="true" aria-label={`${label} ${noSwitch}`} data-tooltip={noSwitch}>
        {inside}
      </button>
    )
  }
  if (!several) {
    return (
      <span className={styles.chip} title={label}>
        {inside}
      </span>
    )
  }
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        aria-label={label}
        data-tooltip={label}
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        {inside}
      </button>
      {choosing && (
        <DialogBoundary onClose={close}>
          <AccountDialog onClose={close} />
        </DialogBoundary>
      )}
    </>
  )
}

/** Link to the releases page for roles with permission. It is in the header because menus come with remotes (docs/decisions/0010). */
function ReleasesLink(): ReactNode {
  const label = useShellText()('releases')
  const here = useLocation().pathname === '/releases'
  if (!may(useRole(), 'release.manage')) return null
  return (
    <Link to="/releases" className={styles.action} aria-label={label} data-tooltip={label} aria-current={here ? 'page' : undefined}>
      <Icon path={mdiRocketLaunchOutline} />
    </Link>
  )
}

/** Link to the user's own page, which is independent of the current account. */
function OwnAccountLink(): ReactNode {
  const label = useShellText()('own_account')
  const here = useLocation().pathname === '/account'
  return (
    <Link to="/account" className={styles.action} aria-label={label} data-tooltip={label} aria-current={here ? 'page' : undefined}>
      <Icon path={mdiAccountCogOutline} />
    </Link>
  )
}

/** The header, 72 px high: menu button on small screens, account chip, language, logout (spec/site "Header"). */
export function Header(): ReactNode {
  const text = useShellText()
  const [railOut, setRailOut] = useAtom(railOutAtom)
  const [leaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    setLeaving(true)
    // If the server does not confirm it, the login page says so and retries.
    await trackLoading(signOut())
  }

  return (
    <header className={styles.header}>
      <button
        type="button"
        id={menuButtonId}
        className={`${styles.action} ${styles.menu}`}
        aria-label={text(railOut ? 'close_menu' : 'open_menu')}
        aria-expanded={railOut}
        aria-controls={sidebarId}
        onClick={() => setRailOut(!railOut)}
      >
        <Icon path={mdiMenu} />
      </button>
      <span className={styles.space} />
      <ScrollToTop />
      <AccountChip />
      <ReleasesLink />
      <QuietBoundary>
        <NoticeBell />
      </QuietBoundary>
      <div className={styles.language}>
        <LanguageSwitch />
      </div>
      <OwnAccountLink />
      <BusyButton
        className={styles.action}
        aria-label={text('sign_out')}
        data-tooltip={text('sign_out')}
        busy={leaving}
        onClick={() => void leave()}
      >
        <Icon path={mdiLogout} />
      </BusyButton>
    </header>
  )
}
