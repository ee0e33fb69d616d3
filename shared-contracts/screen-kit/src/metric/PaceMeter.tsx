import { paceStates, type Pace } from '@adsite/contract'
import { formatPercent, useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { useKitText } from '../base/texts.ts'
import { StateTag } from '../base/StateTag.tsx'
import styles from './pace.module.css'

interface PaceMeterProps {
  /** What was spent or delivered, and of how much: yen, or units of a quantity. */
  readonly spent: number
  readonly of: number
  /** Null while the pace is not known yet. */
  readonly pace: Pick<Pace, 'planned' | 'ratio' | 'state'> | null
  /** The bar alone, across the whole width, where number and state stand elsewhere. */
  readonly bare?: boolean
  /** The bar below the number, in the height of a line: for rows of a list. */
  readonly dense?: boolean
}

const part = (amount: number, of: number) => `${Math.min(100, (amount / of) * 100)}%`

/**
 * A pace as bar and number, the same in lists, records and the dashboard: how much of the whole is spent, with a mark at
 * the plan, and what that is in percent of the plan. The bar is decoration: number and state say it in words.
 */
export function PaceMeter({ spent, of, pace, bare = false, dense = false }: PaceMeterProps): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  const state = paceStates.items.find(({ key }) => key === pace?.state)
  const bar = (
    <span className={styles.bar} aria-hidden="true">
      <span className={styles.spent} data-state={pace?.state} style={{ inlineSize: part(spent, of) }} />
      {pace ? <span className={styles.planned} style={{ insetInlineStart: part(pace.planned, of) }} /> : null}
    </span>
  )
  if (bare) return bar
  return (
    <span className={dense ? `${styles.meter} ${styles.dense}` : styles.meter}>
      {bar}
      {pace && state ? (
        <span className={styles.value}>
          {formatPercent(pace.ratio * 100, language, 1)}
          <StateTag choice={state} />
        </span>
      ) : (
        <span className={styles.unknown}>{text('pace_unknown')}</span>
      )}
    </span>
  )
}
