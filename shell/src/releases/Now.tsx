import type { ReleaseUnitWithLoads } from '@adsite/contract'
import type { ReactNode } from 'react'
import { useReleaseText } from './base/texts.ts'
import styles from './dialog.module.css'
import { Audience } from './UnitCard.tsx'

/** What currently runs: the basis for the decision. */
export function Now({ unit: { stable, canary, frozen } }: { unit: ReleaseUnitWithLoads }): ReactNode {
  const text = useReleaseText()
  return (
    <dl className={styles.now}>
      <dt>{text('now')}</dt>
      <dd>{stable === null ? text('nothing_runs') : <code>{stable}</code>}</dd>
      {canary ? (
        <>
          <dt>{text('for_trial')}</dt>
          <dd>
            <code>{canary.build}</code> <Audience trial={canary} />
          </dd>
        </>
      ) : null}
      {frozen ? (
        <>
          <dt>{text('state')}</dt>
          <dd>{text('state_frozen')}</dd>
        </>
      ) : null}
    </dl>
  )
}
