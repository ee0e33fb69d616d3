import type { ReactNode } from 'react'

interface IconProps {
  /** A 24 × 24 SVG path from @mdi/js. */
  readonly path: string
  /** Edge length in px. */
  readonly size?: number
}

/** An icon next to text with the same meaning, therefore hidden from assistive technology. */
export function Icon({ path, size = 18 }: IconProps): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false" style={{ flex: 'none', display: 'block' }}>
      <path d={path} fill="currentColor" />
    </svg>
  )
}
