import { useApiQuery } from '@adsite/api-client'
import { releaseEndpoints, webVitalNames, webVitals, type BuildVital, type Choice, type WebVitalName } from '@adsite/contract'
import { formatCount, useLanguage } from '@adsite/i18n'
import { LoadFailure, StateTag } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { useCommonText } from '../../base/use-shell-text.ts'
import type { ReleasesAddress } from '../base/address.ts'
import { readEvery } from '../base/read-every.ts'
import shared from '../base/releases.module.css'
import styles from './panel.module.css'
import { kindText, type BuildRow } from '../base/rows.ts'
import { releaseTexts, useReleaseText } from '../base/texts.ts'

/** Formats a value of a metric: `640ms`, `1.84s`, or a score with three decimals. */
function formatVital(name: WebVitalName, value: number, language: string): string {
  if (webVitals[name].unit === 'score') {
    return new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value)
  }
  const isLong = value >= 1000
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isLong ? 'second' : 'millisecond',
    unitDisplay: 'narrow',
    maximumFractionDigits: isLong ? 2 : 0,
  }).format(isLong ? value / 1000 : value)
}

function ratingOf(name: WebVitalName, value: number): Choice {
  const { good, poor } = webVitals[name]
  if (value <= good) return { key: 'good', label: releaseTexts.vital_good, colour: 'success' }
  if (value <= poor) return { key: 'fair', label: releaseTexts.vital_fair, colour: 'warning' }
  return { key: 'poor', label: releaseTexts.vital_poor, colour: 'error' }
}

function Measured({ vital }: { vital: BuildVital | undefined }): ReactNode {
  const text = useReleaseText()
  const language = useLanguage()
  if (!vital) return <span className={shared.quiet}>{text('vital_none')}</span>
  const { name, p75, loads, accounts } = vital
  return (
    <>
      <span className={styles.vital}>
        <strong>{formatVital(name, p75, language)}</strong> <StateTag choice={ratingOf(name, p75)} />
      </span>
      <span className={shared.quiet}>
        {text('vital_loads', { loads: formatCount(loads, language), accounts: formatCount(accounts, language) })}
      </span>
    </>
  )
}

interface UnitVitalsProps {
  readonly unit: string
  /** The builds that the card shows. */
  readonly rows: readonly BuildRow[]
  readonly hours: ReleasesAddress['hours']
}

/** How fast the screens of a unit's builds were, beside each other: a canary next to the stable build. */
export function UnitVitals({ unit, rows, hours }: UnitVitalsProps): ReactNode {
  const text = useReleaseText()
  const common = useCommonText()
  const language = useLanguage()
  const args = { params: { unit }, query: { hours } }
  const { data, error, refetch } = useApiQuery(releaseEndpoints.vitals, args, { keepPrevious: true, readEvery })
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />
  if (!data) return <output className={shared.quiet}>{common('loading')}</output>
  const vitals = data.data
  if (vitals.length === 0) return <p className={shared.quiet}>{text('no_loads')}</p>
  const isRunning = ({ kind }: BuildRow) => kind === 'all' || kind === 'others' || kind === 'trial'
  const compared = rows.filter((row) => isRunning(row) || vitals.some(({ build }) => build === row.build))
  return (
    <>
      <p className={shared.quiet}>{text('vitals_lead')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways, also by keyboard */}
      <section className={styles.scroll} aria-label={text('vitals_compared')} tabIndex={0}>
        <table className={styles.compared}>
          <thead>
            <tr>
              <th scope="col">{text('vital')}</th>
              {compared.map(({ build, kind }) => (
                <th key={build} scope="col">
                  {text(kindText[kind])}
                  <code>{build}</code>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {webVitalNames.map((name) => (
              <tr key={name}>
                <th scope="row">
                  {text(`vital_${name}`)}
                  <span className={shared.quiet}>
                    {name}
                    {text('vital_bounds', {
                      good: formatVital(name, webVitals[name].good, language),
                      poor: formatVital(name, webVitals[name].poor, language),
                    })}
                  </span>
                </th>
                {compared.map(({ build, kind }) => (
                  <td key={build}>
                    <span className={styles.column} aria-hidden="true">
                      {text(kindText[kind])} <code>{build}</code>
                    </span>
                    <Measured vital={vitals.find((one) => one.build === build && one.name === name)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
