import { useApiQuery } from '@adsite/api-client'
import { releaseEndpoints, releaseFailedKinds, listSeparator, type ReleaseFailedKind, type ReleaseFailedPhase } from '@adsite/contract'
import { formatCount, formatDateTime, formatPercent, useLanguage, useLocalize } from '@adsite/i18n'
import { routeByName } from '@adsite/remote'
import { LoadFailure } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { usePointers } from '../../federation/index.ts'
import { useCommonText } from '../../base/use-shell-text.ts'
import type { ReleasesAddress } from '../base/address.ts'
import { readEvery } from '../base/read-every.ts'
import shared from '../base/releases.module.css'
import styles from './BuildFailures.module.css'
import { useReleaseText } from '../base/texts.ts'

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

/** The innermost place of a stack, and the others on request. */
function Stack({ stack }: { stack: ReleaseFailedKind['stack'] }): ReactNode {
  const text = useReleaseText()
  const [first] = stack
  if (!first) return null
  const lines = stack.map(({ place, resolved }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the same place can stand in a stack twice, and its order is fixed
    <li key={index}>
      <code>{place}</code> {resolved ? null : <span className={shared.quiet}>{text('stack_unresolved')}</span>}
    </li>
  ))
  return (
    <details className={styles.stack}>
      <summary>
        <span className="visually-hidden">{text('stack')}</span>
        <code>{first.place}</code>
      </summary>
      <ol>{lines}</ol>
    </details>
  )
}

/** Failures with one cause: the error with its message, the screens by their titles in the running builds, and the stack. */
function Kind({ kind, all }: { kind: ReleaseFailedKind; all: number }): ReactNode {
  const text = useReleaseText()
  const localize = useLocalize()
  const pointers = usePointers()
  const language = useLanguage()
  const titleOf = (name: string) => {
    const route = routeByName(pointers, name)
    return route ? localize(route.title) : name
  }
  const screens = kind.routes.map(titleOf).join(listSeparator(language))
  return (
    <li className={styles.failure}>
      <div className={styles.cause}>
        <span>{screens === '' ? text('screen_unknown') : screens}</span>
        {kind.error === null ? <span className={shared.quiet}>{text('error_unknown')}</span> : <code>{kind.error}</code>}
        {kind.message === null ? null : <span className={styles.message}>{kind.message}</span>}
        <Stack stack={kind.stack} />
      </div>
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
  if (!data) return <output className={shared.note}>{common('loading')}</output>
  const { phases, kinds } = data.data
  const all = phases.reduce((sum, { failed }) => sum + failed, 0)
  if (all === 0) return <p className={shared.quiet}>{text('failures_none')}</p>
  return (
    <>
      <p className={shared.quiet}>{text('failures_lead', { count: all, failed: formatCount(all, language) })}</p>
      <ul className={styles.failures}>
        {phases.map((phase) => (
          <li key={phase.phase}>
            <div className={styles.failure} data-phase>
              <span className={styles.cause}>
                <strong>{text(`phase_${phase.phase}`)}</strong>
                <code className={shared.quiet}>{phase.phase}</code>
              </span>
              <Totals of={phase} all={all} />
            </div>
            <ul className={styles.failures}>
              {kinds
                .filter((kind) => kind.phase === phase.phase)
                .map((kind) => (
                  <Kind key={JSON.stringify([kind.error, kind.message, kind.stack[0]])} kind={kind} all={all} />
                ))}
            </ul>
          </li>
        ))}
      </ul>
      {kinds.length === releaseFailedKinds ? <p className={shared.quiet}>{text('failures_more', { kinds: releaseFailedKinds })}</p> : null}
    </>
  )
}
