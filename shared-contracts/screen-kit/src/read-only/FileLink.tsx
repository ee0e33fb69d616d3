import type { ReactNode } from 'react'
import { askSessionFirst } from './ask-session-first.ts'
import { useReadOnly } from './use-read-only.ts'

interface FileLinkProps {
  readonly href: string
  /** Name of the file; true: the API names it. */
  readonly download: string | true
  readonly className?: string | undefined
  /** Called when the link is followed. */
  readonly onFollow?: () => void
  readonly children: ReactNode
}

/** A link that downloads a file; its text with the reason while an administrator views the site as somebody else, who get no files. */
export function FileLink({ href, children, onFollow, ...link }: FileLinkProps): ReactNode {
  const reason = useReadOnly('viewing_file')
  if (reason === null) {
    return (
      <a
        href={href}
        {...link}
        onClick={(event) => {
          void askSessionFirst(event)
          if (!event.defaultPrevented) onFollow?.()
        }}
      >
        {children}
      </a>
    )
  }
  return (
    <span className={link.className} title={reason}>
      {children} <small>{reason}</small>
    </span>
  )
}
