import type { ReleaseUnitWithLoads } from '@adsite/contract'
import { formatCount, formatDateTime, useLanguage } from '@adsite/i18n'
import { Button } from 'antd'
import { useId, type ReactNode } from 'react'
import { unitPanels, type ReleasesAddress, type UnitPanel } from '../base/address.ts'
import { describeChange, whoDid } from '../base/describe.ts'
import shared from '../base/releases.module.css'
import styles from './panel.module.css'
import { rowsOf } from '../base/rows.ts'
import { useReleaseText } from '../base/texts.ts'
import { UnitHistory } from './UnitHistory.tsx'
import { UnitViolations } from './UnitViolations.tsx'
import { UnitVitals } from './UnitVitals.tsx'

function LastChange({ changed }: { changed: NonNullable<ReleaseUnitWithLoads['changed']> }): ReactNode {
  const text = useReleaseText()
  const language = useLanguage()
  return (
    <p>
      <span className={shared.quiet}>{text('last_change')}</span> <time dateTime={changed.at}>{formatDateTime(changed.at, language)}</time>{' '}
      {whoDid(changed, text)}
      <br />
      {describeChange(changed, text, language)}
      {changed.why === null || changed.evidence ? null : <q className={styles.why}>{changed.why}</q>}
    </p>
  )
}

export interface UnitPanelsProps {
  readonly unit: ReleaseUnitWithLoads
  readonly name: string
  readonly isOpen: (panel: UnitPanel) => boolean
  readonly onToggle: (panel: UnitPanel) => void
  /** The period over which is measured. */
  readonly hours: ReleasesAddress['hours']
}

/** The last change of a unit, and what its card opens: measurements, violations of the policy, history. */
export function UnitPanels({ unit, name, isOpen, onToggle, hours }: UnitPanelsProps): ReactNode {
  const text = useReleaseText()
  const language = useLanguage()
  const id = useId()
  const content = {
    vitals: <UnitVitals unit={unit.unit} rows={rowsOf(unit)} hours={hours} />,
    violations: <UnitViolations unit={unit.unit} hours={hours} />,
    history: <UnitHistory unit={unit.unit} />,
  } satisfies Record<UnitPanel, ReactNode>
  return (
    <>
      <footer className={styles.foot}>
        {unit.changed ? <LastChange changed={unit.changed} /> : <span />}
        <span className={styles.panels}>
          {unitPanels.map((panel) => (
            <Button key={panel} type="text" aria-expanded={isOpen(panel)} aria-controls={`${id}-${panel}`} onClick={() => onToggle(panel)}>
              {panel === 'violations' && unit.violations
                ? text('violations_some', { kinds: formatCount(unit.violations, language) })
                : text(panel)}
            </Button>
          ))}
        </span>
      </footer>
      {unitPanels.filter(isOpen).map((panel) => (
        <section key={panel} id={`${id}-${panel}`} className={styles[panel]} aria-label={text(`${panel}_of`, { unit: name })}>
          {content[panel]}
        </section>
      ))}
    </>
  )
}
