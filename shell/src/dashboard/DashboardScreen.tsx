import { useAccount, useMay, useRole, useSession } from '@adsite/auth'
import { roleLabel } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { prefetchArea, usePointers } from '../federation/index.ts'
import { buildMenus, entriesOf, type Menu } from '../menu/build-menu.ts'
import { Icon } from '../page/Icon.tsx'
import { useArrival } from '../page/use-arrival.ts'
import { usePageTitle } from '../page/use-page-title.ts'
import { useShellText } from '../use-shell-text.ts'
import { CampaignLinks } from './CampaignLinks.tsx'
import styles from './DashboardScreen.module.css'

function AreaCard({ menu }: { menu: Menu }): ReactNode {
  const text = useText()
  return (
    <section className={styles.card}>
      <h2>
        <Icon path={menu.icon} />
        {text(menu.title)}
      </h2>
      <ul>
        {entriesOf(menu.items).map((item) => (
          <li key={item.name}>
            <Link to={item.path} onMouseEnter={() => prefetchArea(menu.area, item.name)} onFocus={() => prefetchArea(menu.area, item.name)}>
              {text(item.title)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** / : who one is, and the ways that this role has. */
export default function DashboardScreen(): ReactNode {
  const shellText = useShellText()
  const text = useText()
  const session = useSession()
  const account = useAccount()
  const role = useRole()
  const pointers = usePointers()
  const menus = useMemo(() => buildMenus(pointers, role), [pointers, role])
  // Campaigns are listed for the administrator alone; the others reach theirs from here (DOMAIN "Gaps").
  const reachesCampaigns = useMay('campaign.select')
  const listsCampaigns = useMay('campaign.list')
  usePageTitle(shellText('home'))
  useArrival('/')
  if (!session || !account) return null
  return (
    <>
      <h1>{shellText('welcome', { name: session.user.name })}</h1>
      <p>{shellText('working_as', { role: text(roleLabel(account.role)), account: account.name })}</p>
      <div className={styles.cards}>
        {menus.map((menu) => (
          <AreaCard key={menu.area} menu={menu} />
        ))}
        {reachesCampaigns && !listsCampaigns && <CampaignLinks />}
      </div>
    </>
  )
}
