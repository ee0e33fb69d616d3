import type { Figures, MetricName } from '@adsite/contract'
import type { ReactNode } from 'react'
import { Change } from '../../metric/Change.tsx'
import { Figure } from '../../metric/Figure.tsx'
import { useWhyMissing } from '../../metric/use-why-missing.ts'
import styles from './rows.module.css'

interface FigureCellProps {
  readonly name: MetricName
  readonly figures: Figures | undefined
  /** Figures of the preceding period; absent: not compared. */
  readonly former: Figures | null | undefined
}

/** A metric of one record or of all, above its change from the preceding period. */
export function FigureCell({ name, figures = {}, former }: FigureCellProps): ReactNode {
  const why = useWhyMissing()
  return (
    <>
      <Figure name={name} value={figures[name]} why={why(name, figures)} />
      {former ? (
        <div className={styles.change}>
          <Change name={name} value={figures[name]} before={former[name]} />
        </div>
      ) : null}
    </>
  )
}
