import type { ReactNode } from 'react'
import { useReadOnly } from './use-read-only.ts'

interface FileLinkProps {
  readonly href: string
  /** Name of the file; true: the API names it. */
  readonly download: string | true
  readonly className?: string | undefined
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** A link that downloads a file; its text with the reason while an administrator views the site as somebody else, who get no files. */
export function FileLink({ children, ...link }: FileLinkProps): ReactNode {
  const reason = useReadOnly('viewing_file')
  if (reason === null) return <a {...link}>{children}</a>
  return (
    <span className={link.className} title={reason}>
      {children} <small>{reason}</small>
    </span>
  )
}
