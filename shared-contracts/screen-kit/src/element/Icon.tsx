import type { ReactNode } from 'react'

interface IconProps {
  /** An SVG path of 24 × 24, from @mdi/js. */
  readonly path: string
  /** Edge length in px. */
  readonly size?: number
}

/** An icon beside a text that says the same: hidden from assistive technology. */
export function Icon({ path, size = 18 }: IconProps): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false" style={{ flex: 'none', display: 'block' }}>
      <path d={path} fill="currentColor" />
    </svg>
  )
}
