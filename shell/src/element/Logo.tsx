import type { ReactNode } from 'react'
import { logoPath } from './logo-path.ts'

/** The site's logo; adjacent text or the surrounding link provides its name. */
export function Logo(): ReactNode {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--primary)" />
      <path d={logoPath} fill="#fff" />
    </svg>
  )
}
