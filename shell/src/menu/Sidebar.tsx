import { useRole } from '@adsite/auth'
import { useLocalize } from '@adsite/i18n'
import { buildMenus } from '@adsite/remote/navigation'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { usePointers } from '../federation/index.ts'
import { areaOfPath } from '../guard/route-access.ts'
import { prefetchArea } from '../screen/area-screens.ts'
import { Icon } from '../element/Icon.tsx'
import { Logo } from '../element/Logo.tsx'
import { useShellText } from '../base/use-shell-text.ts'
import { MenuDrawer } from './MenuDrawer.tsx'
import { hideMenuAtom, mountedAreaAtom, openMenuAtom, railOutAtom, sidebarId } from './menu-state.ts'
import styles from './Sidebar.module.css'
import { useEdgeSwipe } from './use-edge-swipe.ts'
import { useIdleCaching } from './use-idle-caching.ts'
import { useMenuClosing } from './use-menu-closing.ts'

const drawerId = (area: string) => `menu-${area}`

/** The rail with an icon per area, and the drawer of the open one (spec/site "Sidebar"). */
export function Sidebar(): ReactNode {
  const shellText = useShellText()
  const localize = useLocalize()
  const role = useRole()
  const pointers = usePointers()
  const mounted = useAtomValue(mountedAreaAtom)
  const menus = useMemo(() => buildMenus(pointers, role, mounted), [pointers, role, mounted])
  const [openArea, setOpenArea] = useAtom(openMenuAtom)
  const railOut = useAtomValue(railOutAtom)
  const setRailOut = useSetAtom(railOutAtom)
  const hide = useSetAtom(hideMenuAtom)
  const rail = useRef<HTMLElement>(null)
  const current = areaOfPath(useLocation().pathname)
  const open = menus.find((menu) => menu.area === openArea)

  useIdleCaching(menus, current)
  useEdgeSwipe(
    useCallback(() => setRailOut(true), [setRailOut]),
    hide,
  )

  const close = useMenuClosing(rail, open !== undefined || railOut, hide)
  // On opening the rail, shows the titles of the current area at once.
  const openHere = useEffectEvent(() => setOpenArea((menus.find(({ area }) => area === current) ?? menus[0])?.area ?? null))
  useEffect(() => {
    if (railOut) openHere()
  }, [railOut])

  return (
    <>
      {(open || railOut) && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.overlay}
          aria-label={shellText('close_menu')}
          // The focus would go to the button, which goes with the menu.
          onMouseDown={(event) => event.preventDefault()}
          onClick={close}
        />
      )}
      <nav ref={rail} id={sidebarId} className={styles.sidebar} data-out={railOut} aria-label={shellText('main_menu')}>
        <div className={styles.rail}>
          <Link to="/" className={styles.logo} aria-label={shellText('home')} onClick={hide}>
            <Logo />
          </Link>
          {menus.map(({ area, title, icon }) => (
            <button
              key={area}
              type="button"
              className={styles.icon}
              aria-label={localize(title)}
              data-tooltip={localize(title)}
              aria-expanded={openArea === area}
              aria-controls={drawerId(area)}
              aria-current={current === area ? 'true' : undefined}
              onClick={() => setOpenArea(openArea === area ? null : area)}
              onMouseEnter={() => void prefetchArea(area)}
              onFocus={() => void prefetchArea(area)}
            >
              <Icon path={icon} />
            </button>
          ))}
        </div>
        {open && <MenuDrawer key={open.area} menu={open} id={drawerId(open.area)} onChoose={hide} />}
      </nav>
    </>
  )
}
