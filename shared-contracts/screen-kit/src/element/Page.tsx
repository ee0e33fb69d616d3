import type { ReactNode } from 'react'
import { KitStyles, kit } from '../base/styles.tsx'

interface PageProps {
  readonly title: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of every screen: heading, actions beside it, content below. */
export function Page({ title, actions, children }: PageProps): ReactNode {
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
