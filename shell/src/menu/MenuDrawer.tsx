import { useText } from '@adsite/i18n'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../page/Icon.tsx'
import type { Menu, MenuEntry } from './build-menu.ts'
import { ScreenLink } from './ScreenLink.tsx'
import styles from './Sidebar.module.css'

function Entry({ entry, area, onChoose }: { entry: MenuEntry; area: string; onChoose: () => void }): ReactNode {
  const text = useText()
  const { pathname } = useLocation()
  return (
    <li>
      <ScreenLink
        area={area}
        route={entry}
        className={styles.entry}
        aria-current={entry.path === pathname ? 'page' : undefined}
        onClick={onChoose}
      >
        <Icon path={entry.icon} size={20} />
        {text(entry.title)}
      </ScreenLink>
      {entry.children.length > 0 && (
        <ul className={styles.children}>
          {entry.children.map((child) => (
            <Entry key={child.name} entry={child} area={area} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** The menu of one area. The focus enters it when it opens. */
export function MenuDrawer({ menu, id, onChoose }: { menu: Menu; id: string; onChoose: () => void }): ReactNode {
  const text = useText()
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
            <Entry key={item.name} entry={item} area={menu.area} onChoose={onChoose} />
          ),
        )}
      </ul>
    </div>
  )
}
