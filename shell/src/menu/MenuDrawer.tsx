import { useText } from '@adsite/i18n'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { prefetchArea } from '../federation/index.ts'
import { Icon } from '../page/Icon.tsx'
import type { Menu } from './build-menu.ts'
import styles from './Sidebar.module.css'

/** The menu of one area. The focus enters it when it opens. */
export function MenuDrawer({ menu, id, onChoose }: { menu: Menu; id: string; onChoose: () => void }): ReactNode {
  const text = useText()
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector<HTMLElement>('a')?.focus(), [])
  return (
    <div id={id} className={styles.drawer}>
      <h2 className={styles.drawerTitle}>{text(menu.title)}</h2>
      <ul ref={list} className={styles.entries}>
        {menu.items.map((item, index) =>
          item.kind === 'divider' ? (
            <li key={`divider ${index}`} aria-hidden="true" className={styles.divider} />
          ) : (
            <li key={item.name}>
              <Link
                to={item.path}
                className={styles.entry}
                aria-current={item.path === pathname ? 'page' : undefined}
                onClick={onChoose}
                onMouseEnter={() => prefetchArea(menu.area, item.name)}
                onFocus={() => prefetchArea(menu.area, item.name)}
              >
                <Icon path={item.icon} size={20} />
                {text(item.title)}
              </Link>
            </li>
          ),
        )}
      </ul>
    </div>
  )
}
