import type { ReactNode } from 'react'

/** The frame of the page before its contents: the same elements as in index.html, whose styles it uses. */
export function PageSkeleton(): ReactNode {
  return (
    <div className="skeleton" aria-hidden="true">
      <div className="skeleton-header" />
      <div className="skeleton-rail" />
      <ContentSkeleton />
    </div>
  )
}

/** The contents alone, inside a frame that stands already. */
export function ContentSkeleton(): ReactNode {
  return (
    <div className="skeleton-content" aria-hidden="true">
      <div className="skeleton-line" />
      <div className="skeleton-block" />
    </div>
  )
}

/** Contents that load: the skeleton for the eye, a word for the ear. */
export function LoadingContent({ label }: { label: string }): ReactNode {
  return (
    <>
      <output className="visually-hidden">{label}</output>
      <ContentSkeleton />
    </>
  )
}
