import { useApiQuery } from '@adsite/api-client'
import { releaseEndpoints, releaseFailedKinds, type ReleaseFailedKind, type ReleaseFailedPhase } from '@adsite/contract'
import { formatCount, formatDateTime, formatPercent, useLanguage, useLocalize } from '@adsite/i18n'
import { routeByName } from '@adsite/remote'
import { LoadFailure } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { usePointers } from '../federation/index.ts'
import { useCommonText } from '../base/use-shell-text.ts'
import type { ReleasesAddress } from './address.ts'
import { readEvery } from './read-every.ts'
import styles from './releases.module.css'
import { useReleaseText } from './texts.ts'

/** Number of failures, accounts affected, and times; `all` is the basis of the percentages. */
function Totals({ of: { failed, accounts, first_at, last_at }, all }: { of: ReleaseFailedPhase; all: number }): ReactNode {
  const text = useReleaseText()
  const language = useLanguage()
  const first = formatDateTime(first_at, language)
  const last = formatDateTime(last_at, language)
  return (
    <>
      <span className={styles.count}>
        {text('failure_share', { failed: formatCount(failed, language), share: formatPercent((failed / all) * 100, language, 1) })}
      </span>
      <span>{text('failing_accounts', { accounts: formatCount(accounts, language) })}</span>
      <span>{first === last ? last : text('failed_between', { first, last })}</span>
    </>
  )
}

/** A failure by screen, with the title from the running builds, and error. */
function Kind({ kind, all }: { kind: ReleaseFailedKind; all: number }): ReactNode {
  const text = useReleaseText()
  const localize = useLocalize()
  const pointers = usePointers()
  const route = kind.route === null ? undefined : routeByName(pointers, kind.route)
  return (
    <li className={styles.failure}>
      <span className={styles.cause}>
        <span>{kind.route === null ? text('screen_unknown') : route ? localize(route.title) : kind.route}</span>
        {kind.error === null ? <span className={styles.quiet}>{text('error_unknown')}</span> : <code>{kind.error}</code>}
      </span>
      <Totals of={kind} all={all} />
    </li>
  )
}

interface BuildFailuresProps {
  readonly unit: string
  readonly build: string
  readonly hours: ReleasesAddress['hours']
}

/** Failures of a build in the period, by load phase, and by screen and error. */
export function BuildFailures({ unit, build, hours }: BuildFailuresProps): ReactNode {
  const text = useReleaseText()
  const common = useCommonText()
  const language = useLanguage()
  const args = { params: { unit }, query: { build, hours } }
  const { data, error, refetch } = useApiQuery(releaseEndpoints.failures, args, { keepPrevious: true, readEvery })
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />
  if (!data) return <output className={styles.note}>{common('loading')}</output>
  const { phases, kinds } = data.data
  const all = phases.reduce((sum, { failed }) => sum + failed, 0)
  if (all === 0) return <p className={styles.quiet}>{text('failures_none')}</p>
  return (
    <>
      <p className={styles.quiet}>{text('failures_lead', { failed: formatCount(all, language) })}</p>
      <ul className={styles.failures}>
        {phases.map((phase) => (
          <li key={phase.phase}>
            <div className={styles.failure} data-phase>
              <span className={styles.cause}>
                <strong>{text(`phase_${phase.phase}`)}</strong>
                <code className={styles.quiet}>{phase.phase}</code>
              </span>
              <Totals of={phase} all={all} />
            </div>
            <ul className={styles.failures}>
              {kinds
                .filter((kind) => kind.phase === phase.phase)
                .map((kind) => (
                  <Kind key={`${kind.route} ${kind.error}`} kind={kind} all={all} />
                ))}
            </ul>
          </li>
        ))}
      </ul>
      {kinds.length === releaseFailedKinds ? <p className={styles.quiet}>{text('failures_more', { kinds: releaseFailedKinds })}</p> : null}
    </>
  )
}
