import { useShell } from '@adsite/remote'
import { useEffect, type ReactNode } from 'react'
import { KitStyles, kit } from '../base/styles.tsx'

interface PageProps {
  readonly title: ReactNode
  /** What the browser's tab says where that is not the title in words, as of a record (`recordTab`). */
  readonly tab?: string | undefined
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** How the tab of a record's page begins: the record first, for that is what tells tabs apart. */
export function recordTab(record: string, page: string): string {
  return `${record} – ${page}`
}

/** The frame of every screen: heading, actions beside it, content below. */
export function Page({ title, tab = typeof title === 'string' ? title : undefined, actions, children }: PageProps): ReactNode {
  const shell = useShell()
  useEffect(() => (tab === undefined ? undefined : shell.nameTab(tab)), [shell, tab])
  return (
    <div className={kit.page}>
      <KitStyles />
      <div className={kit.head}>
        <div className={kit.head_text}>
          <h1 className={kit.heading}>{title}</h1>
        </div>
        {actions ? <div className={kit.actions}>{actions}</div> : null}
      </div>
      {children}
    </div>
  )
}
