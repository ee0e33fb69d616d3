import type { ReactNode } from 'react'

/** The site's logo; adjacent text or the surrounding link provides its name. */
export function Logo(): ReactNode {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--primary)" />
      <path d="M7 23 14 9h4l7 14h-4l-1.5-3.2h-7L11 23zm7-6.4h4L16 12z" fill="#fff" />
    </svg>
  )
}
