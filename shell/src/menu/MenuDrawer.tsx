import { useLocalize } from '@adsite/i18n'
import type { Menu, MenuEntry } from '@adsite/remote/navigation'
import { mdiChevronDown, mdiChevronUp } from '@mdi/js'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../element/Icon.tsx'
import { useShellText } from '../base/use-shell-text.ts'
import { foldAtom, unfoldedAtom } from './fold-state.ts'
import { ScreenLink } from './ScreenLink.tsx'
import styles from './Sidebar.module.css'

interface EntryProps {
  readonly entry: MenuEntry
  readonly area: string
  readonly onChoose: () => void
}

/** A menu entry with its children: collapsed unless the user opens it or is on one of its pages. */
function Entry({ entry, area, onChoose }: EntryProps): ReactNode {
  const localize = useLocalize()
  const shellText = useShellText()
  const { pathname } = useLocation()
  const list = useId()
  const unfolded = useAtomValue(unfoldedAtom)
  const fold = useSetAtom(foldAtom)
  const isHere = entry.children.some(({ path }) => path === pathname)
  const open = isHere || unfolded.includes(entry.name)
  const title = localize(entry.title)
  return (
    <li className={styles.group}>
      <ScreenLink
        area={area}
        route={entry}
        className={styles.entry}
        aria-current={entry.path === pathname ? 'page' : undefined}
        onClick={onChoose}
      >
        <Icon path={entry.icon} size={20} />
        {title}
      </ScreenLink>
      {entry.children.length > 0 && !isHere && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-controls={list}
          aria-label={shellText(open ? 'fold_menu' : 'unfold_menu', { title })}
          onClick={() => fold(entry.name, !open)}
        >
          <Icon path={open ? mdiChevronUp : mdiChevronDown} size={20} />
        </button>
      )}
      {open && entry.children.length > 0 && (
        <ul id={list} className={styles.children}>
          {entry.children.map((child) => (
            <Entry key={child.name} entry={child} area={area} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** The menu of an area. Takes the focus when it opens. */
export function MenuDrawer({ menu, id, onChoose }: { menu: Menu; id: string; onChoose: () => void }): ReactNode {
  const localize = useLocalize()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector<HTMLElement>('a')?.focus(), [])
  return (
    <div id={id} className={styles.drawer}>
      <h2 className={styles.drawerTitle}>{localize(menu.title)}</h2>
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
