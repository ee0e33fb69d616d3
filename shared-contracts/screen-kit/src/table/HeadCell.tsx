import { mdiMenuDown, mdiMenuSwap, mdiMenuUp } from '@mdi/js'
import type { ReactNode } from 'react'
import { Icon } from '../element/Icon.tsx'
import styles from './table.module.css'

export type Order = 'ascending' | 'descending'

interface HeadCellProps {
  readonly label: string
  /** Current sort order of this column; null: sorted by another one. */
  readonly order: Order | null
  /** Absent: not sortable. */
  readonly onSort?: (() => void) | undefined
  readonly className?: string | undefined
}

const arrows = { ascending: mdiMenuUp, descending: mdiMenuDown }

/** A column header; if sortable, a button that indicates the sort order. */
export function HeadCell({ label, order, onSort, className = '' }: HeadCellProps): ReactNode {
  if (!onSort)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  return (
    <th scope="col" className={`${styles.sorted} ${className}`} {...(order ? { 'aria-sort': order } : {})}>
      <button type="button" onClick={onSort}>
        {label}
        <Icon path={order ? arrows[order] : mdiMenuSwap} size={16} />
      </button>
    </th>
  )
}
