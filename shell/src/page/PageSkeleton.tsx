import type { ReactNode } from 'react'
import { useEarlyFrameMeanwhile } from './early-frame.ts'

/** The page frame before its content has loaded; reuses the elements and styles of index.html. */
export function PageSkeleton(): ReactNode {
  useEarlyFrameMeanwhile()
  return (
    <div className="skeleton" aria-hidden="true">
      <div className="skeleton-header" />
      <div className="skeleton-rail" />
      <ContentSkeleton />
    </div>
  )
}

/** The content placeholder within an existing frame. */
export function ContentSkeleton(): ReactNode {
  return (
    <div className="skeleton-content" aria-hidden="true">
      <div className="skeleton-line" />
      <div className="skeleton-block" />
    </div>
  )
}

/** Loading content: a visible skeleton, and a text for screen readers. */
export function LoadingContent({ label }: { label: string }): ReactNode {
  useEarlyFrameMeanwhile()
  return (
    <>
      <output className="visually-hidden">{label}</output>
      <ContentSkeleton />
    </>
  )
}
