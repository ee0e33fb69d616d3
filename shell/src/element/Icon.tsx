import type { ReactNode } from 'react'

/** A Material Design icon from its path (@mdi/js or a manifest); decorative, therefore hidden from screen readers. */
export function Icon({ path, size = 24 }: { path: string; size?: number }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <path d={path} fill="currentColor" />
    </svg>
  )
}
