import {
  referenceEndpoints,
  listSeparator,
  type Choice,
  type ReleaseAction,
  type ReleaseTrial,
  type ReleaseUnitWithLoads,
} from '@adsite/contract'
import { useApiQuery } from '@adsite/api-client'
import { formatCount, formatPercent, useLanguage, useLocalize } from '@adsite/i18n'
import { StateTag, UnavailableButton, usePlaceFocus } from '@adsite/screen-kit'
import { Button } from 'antd'
import { useId, type ReactNode } from 'react'
import type { ReleasesAddress } from './base/address.ts'
import { BuildFailures } from './panel/BuildFailures.tsx'
import shared from './base/releases.module.css'
import styles from './UnitCard.module.css'
import { failureRate, kindText, rowsOf, type BuildRow } from './base/rows.ts'
import { releaseTexts, useReleaseText, type ReleaseText } from './base/texts.ts'
import { UnitPanels, type UnitPanelsProps } from './panel/UnitPanels.tsx'

/** The name of a unit: the area's title and its name in the registry. */
export function useUnitName(): (unit: Pick<ReleaseUnitWithLoads, 'unit' | 'title'>) => string {
  const localize = useLocalize()
  const text = useReleaseText()
  return ({ unit, title }) => (title ? localize(title) : unit === 'shell' ? text('shell') : unit)
}

function statesOf({ stable, canary, frozen, fault, unusable = [] }: ReleaseUnitWithLoads): Choice[] {
  if (fault !== null) return [{ key: 'fault', label: releaseTexts.state_fault, colour: 'error' }]
  if (stable === null) return [{ key: 'none', label: releaseTexts.state_none, colour: 'neutral' }]
  return [
    { key: 'running', label: releaseTexts.state_running, colour: 'success' },
    ...(canary ? [{ key: 'trial', label: releaseTexts.state_trial, colour: 'info' } as const] : []),
    ...(unusable.length > 0 ? [{ key: 'unusable', label: releaseTexts.state_unusable, colour: 'error' } as const] : []),
    ...(frozen ? [{ key: 'frozen', label: releaseTexts.state_frozen, colour: 'warning' } as const] : []),
  ]
}

/** The audience of a canary: `5%, named: …`. */
export function Audience({ trial: { percent, accounts } }: { trial: ReleaseTrial }): ReactNode {
  const text = useReleaseText()
  const language = useLanguage()
  const names = useApiQuery(referenceEndpoints.account, { query: { ids: accounts.join(',') } }, { enabled: accounts.length > 0 })
  const nameOf = (id: number) => names.data?.data.find((account) => account.id === id)?.name ?? `ID ${id}`
  const named = accounts.map(nameOf).join(listSeparator(language))
  return (
    <span className={styles.audience}>
      {percent > 0 || accounts.length === 0 ? text('share', { percent: shareText(percent, language) }) : null}
      {accounts.length > 0 ? <span>{text('named', { names: named })}</span> : null}
    </span>
  )
}

/** Formats a percentage with as many decimals as it has. */
function shareText(percent: number, language: string): string {
  return formatPercent(percent, language, Number.isInteger(percent) ? 0 : 2)
}

interface FailuresToggle {
  readonly open: boolean
  readonly panel: string
  readonly onToggle: () => void
}

/** The failure rate; a button that shows the failures if there are any. */
function Rate({ rate, toggle: { open, panel, onToggle } }: { rate: number; toggle: FailuresToggle }): ReactNode {
  const text = useReleaseText()
  const language = useLanguage()
  const label = text('rate', { rate: formatPercent(rate * 100, language, 1) })
  const isHigh = rate >= 0.05
  if (rate === 0 && !open) {
    return <span className={styles.rate}>{label}</span>
  }
  return (
    <button type="button" className={styles.rate} data-high={isHigh} aria-expanded={open} aria-controls={panel} onClick={onToggle}>
      {label}
    </button>
  )
}

function Figures({ row, toggle }: { row: BuildRow; toggle: FailuresToggle }): ReactNode {
  const text = useReleaseText()
  const language = useLanguage()
  const rate = failureRate(row.loads)
  if (!row.loads || rate === null) return <span className={shared.quiet}>{text('no_loads')}</span>
  const { worked, failed, accounts, failing_accounts } = row.loads
  return (
    <span className={styles.figures}>
      <Rate rate={rate} toggle={toggle} />
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${rate * 100}%` }} />
      </span>
      <span className={shared.quiet}>
        {text('loads', {
          loads: formatCount(worked + failed, language),
          failed: formatCount(failed, language),
          accounts: formatCount(accounts, language),
          failing: formatCount(failing_accounts, language),
        })}
      </span>
    </span>
  )
}

interface BuildLineProps {
  readonly row: BuildRow
  readonly unit: string
  readonly open: boolean
  readonly onToggle: () => void
  readonly hours: ReleasesAddress['hours']
}

function BuildLine({ row, unit, open, onToggle, hours }: BuildLineProps): ReactNode {
  const text = useReleaseText()
  const language = useLanguage()
  const panel = useId()
  return (
    <li className={styles.build} data-kind={row.kind}>
      <span className={styles.who}>
        {text(kindText[row.kind])}
        {row.trial ? <Audience trial={row.trial} /> : null}
      </span>
      <code className={styles.id}>
        {row.build}
        {row.pages === null ? null : (
          <span className={styles.pages} data-some={row.pages > 0}>
            {text('pages', { pages: formatCount(row.pages, language) })}
          </span>
        )}
      </code>
      <Figures row={row} toggle={{ open, panel, onToggle }} />
      {open ? (
        <section id={panel} className={styles.failing} aria-label={text('failures_of', { build: row.build })}>
          <BuildFailures unit={unit} build={row.build} hours={hours} />
        </section>
      ) : null}
    </li>
  )
}

/** The actions that make sense for what runs. */
export function actionsOf({ canary, frozen }: ReleaseUnitWithLoads): readonly ReleaseAction[] {
  return ['rollback', 'canary', ...(canary ? (['end_canary'] as const) : []), 'promote', frozen ? 'unfreeze' : 'freeze']
}

/** Why an action is currently unavailable; undefined: it is available. */
export function obstacle(action: ReleaseAction, unit: ReleaseUnitWithLoads, text: ReleaseText): string | undefined {
  if (action === 'canary' && !unit.can_try && unit.stable !== null) return text('why_shell')
  if (unit.is_protected && (action === 'promote' || action === 'canary')) return text('why_protected')
  if (unit.stable === null && action !== 'promote') return text('why_nothing')
  if (action === 'rollback' && !unit.canary && unit.last_known_good.length === 0) return text('why_single')
  if (unit.frozen && (action === 'promote' || action === 'canary')) return text('why_frozen')
  return undefined
}

/** Says in advance that the unit cannot be rolled back alone, and which command goes back with others. */
function ClosedWayBack({ unit: { way_back, canary } }: { unit: ReleaseUnitWithLoads }): ReactNode {
  const text = useReleaseText()
  if (!way_back || canary || way_back.build !== null || way_back.passed_over.length === 0) return null
  return (
    <p className={styles.closed}>
      {text(way_back.command === null ? 'way_back_none' : 'way_back_together')}
      {way_back.command === null ? null : <code>{way_back.command}</code>}
    </p>
  )
}

interface UnitCardProps extends Omit<UnitPanelsProps, 'name'> {
  /** The build whose failures are shown; null: none of this unit. */
  readonly failing: string | null
  readonly onFailing: (build: string | null) => void
  readonly onAct: (action: ReleaseAction) => void
}

/** The registry writes for the command line, in English. */
function RegistryWords({ words }: { words: string }): ReactNode {
  const text = useReleaseText()
  return (
    <small>
      {text('registry_words')}
      <span lang="en">{words}</span>
    </small>
  )
}

/** A unit: which builds run for whom, how they perform, the available actions, and what it opens. */
export function UnitCard({ unit, isOpen, onToggle, failing, onFailing, hours, onAct }: UnitCardProps): ReactNode {
  const text = useReleaseText()
  const name = useUnitName()(unit)
  const id = useId()
  const card = usePlaceFocus()
  const { fault } = unit
  return (
    <section ref={card} className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {name}
          {name === unit.unit ? null : <code className={styles.unit}>{unit.unit}</code>}
        </h2>
        {unit.owner === null ? null : <span className={shared.quiet}>{text('owner', { owner: unit.owner })}</span>}
        <span className={styles.tags}>
          {statesOf(unit).map((choice) => (
            <StateTag key={choice.key} choice={choice} />
          ))}
        </span>
        {fault === null ? (
          <span className={styles.actions}>
            {actionsOf(unit).map((action) => {
              const label = text(action === 'canary' && unit.canary ? 'canary_change' : action)
              const reason = obstacle(action, unit, text)
              if (reason !== undefined) return <UnavailableButton key={action} label={label} reason={reason} />
              return (
                <Button key={action} danger={action === 'rollback'} onClick={() => onAct(action)}>
                  {label}
                </Button>
              )
            })}
          </span>
        ) : null}
      </header>
      {fault === null ? null : (
        <p className={styles.fault} role="alert">
          {text('fault', { unit: unit.unit })}
          <RegistryWords words={fault} />
        </p>
      )}
      {(unit.unusable ?? []).map(({ build, why }) => (
        <p key={build} className={styles.fault} role="alert">
          {text('unusable', { build })}
          <RegistryWords words={why} />
        </p>
      ))}
      {fault === null && unit.stable === null ? <p className={shared.note}>{text('nothing_runs')}</p> : null}
      <ClosedWayBack unit={unit} />
      <ul className={styles.builds}>
        {rowsOf(unit).map((row) => (
          <BuildLine
            key={row.build}
            row={row}
            unit={unit.unit}
            open={failing === row.build}
            onToggle={() => onFailing(failing === row.build ? null : row.build)}
            hours={hours}
          />
        ))}
      </ul>
      <UnitPanels unit={unit} name={name} isOpen={isOpen} onToggle={onToggle} hours={hours} />
    </section>
  )
}
