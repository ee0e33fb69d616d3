import { useAccount, useMay, useRole, useSession } from '@adsite/auth'
import { roleLabel } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { buildMenus, type Menu } from '@adsite/remote/navigation'
import { useEffect, useMemo, type ReactNode } from 'react'
import { usePointers } from '../federation/index.ts'
import { ScreenLink } from '../menu/ScreenLink.tsx'
import { readNotices } from '../notification/notice-state.ts'
import { Icon } from '../element/Icon.tsx'
import { useArrival } from '../page/use-arrival.ts'
import { usePageTitle } from '../page/use-page-title.ts'
import { useShellText } from '../base/use-shell-text.ts'
import { AttentionCard } from './AttentionCard.tsx'
import cardStyles from './Card.module.css'
import styles from './DashboardScreen.module.css'
import { DeliveryCard } from './DeliveryCard.tsx'
import { NotificationCard, SystemCard } from './NoticeCards.tsx'
import { PaceCard } from './PaceCard.tsx'
import { WaitingCard } from './WaitingCard.tsx'

function AreaCard({ menu }: { menu: Menu }): ReactNode {
  const localize = useLocalize()
  return (
    <section className={`${cardStyles.card} ${styles.area}`}>
      <header className={cardStyles.head}>
        <h2>
          <Icon path={menu.icon} />
          {localize(menu.title)}
        </h2>
      </header>
      <ul className={styles.links}>
        {menu.items.map((item) =>
          item.kind === 'entry' ? (
            <li key={item.name}>
              <ScreenLink area={menu.area} route={item}>
                {localize(item.title)}
              </ScreenLink>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  )
}

/** / : news, performance, pending tasks, and shortcuts for the role. */
export default function DashboardScreen(): ReactNode {
  const shellText = useShellText()
  const localize = useLocalize()
  const session = useSession()
  const account = useAccount()
  const role = useRole()
  const pointers = usePointers()
  const menus = useMemo(() => buildMenus(pointers, role), [pointers, role])
  const hasCampaigns = useMay('dashboard.attention')
  usePageTitle(shellText('home'))
  useArrival('/')
  // The bell fetched the notices when the account was entered; here they are refetched only if stale.
  useEffect(() => void readNotices({ ifOld: true }), [])
  if (!session || !account) return null
  return (
    <>
      <h1>{shellText('welcome', { name: session.user.name })}</h1>
      <p className={styles.workingAs}>{shellText('working_as', { role: localize(roleLabel(account.role)), account: account.name })}</p>
      <div className={styles.cards}>
        {hasCampaigns && <PaceCard />}
        {hasCampaigns && <AttentionCard />}
        <SystemCard />
        <NotificationCard />
        <WaitingCard />
        <DeliveryCard />
        {menus.map((menu) => (
          <AreaCard key={menu.area} menu={menu} />
        ))}
      </div>
    </>
  )
}
