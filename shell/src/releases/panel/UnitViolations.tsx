import { useApiQuery } from '@adsite/api-client'
import { releaseEndpoints, type ReleaseViolation } from '@adsite/contract'
import { formatCount, formatDateTime, useLanguage } from '@adsite/i18n'
import { LoadFailure } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { useCommonText } from '../../base/use-shell-text.ts'
import type { ReleasesAddress } from '../base/address.ts'
import { readEvery } from '../base/read-every.ts'
import shared from '../base/releases.module.css'
import styles from './BuildFailures.module.css'
import { useReleaseText } from '../base/texts.ts'

function Violation({ violation }: { violation: ReleaseViolation }): ReactNode {
  const text = useReleaseText()
  const language = useLanguage()
  const { build, directive, blocked, area, place, count, first_at, last_at } = violation
  const first = formatDateTime(first_at, language)
  const last = formatDateTime(last_at, language)
  return (
    <li className={styles.violation}>
      <span className={styles.cause}>
        <code>{directive}</code>
        <strong>{blocked === '' ? text('violation_unknown') : blocked}</strong>
      </span>
      <span className={styles.cause}>
        {place === null ? (
          <span className={shared.quiet}>{text('violation_nowhere')}</span>
        ) : (
          <span>
            <code>{place.place}</code> {place.resolved ? null : <span className={shared.quiet}>{text('stack_unresolved')}</span>}
          </span>
        )}
        <span className={shared.quiet}>
          {build === null ? null : <code>{build} </code>}
          {text('violation_page', { path: `/${area}` })}
        </span>
      </span>
      <span className={styles.count}>{text('violation_count', { count: formatCount(count, language) })}</span>
      <span>{first === last ? last : text('failed_between', { first, last })}</span>
    </li>
  )
}

/** What the content security policy of pages has blocked of a unit, newest first. */
export function UnitViolations({ unit, hours }: { unit: string; hours: ReleasesAddress['hours'] }): ReactNode {
  const text = useReleaseText()
  const common = useCommonText()
  const args = { params: { unit }, query: { hours } }
  const { data, error, refetch } = useApiQuery(releaseEndpoints.violations, args, { keepPrevious: true, readEvery })
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />
  if (!data) return <output className={shared.quiet}>{common('loading')}</output>
  const violations = data.data
  if (violations.length === 0) return <p className={shared.quiet}>{text('violations_none')}</p>
  return (
    <>
      <p className={shared.quiet}>{text('violations_lead')}</p>
      <ul className={styles.failures}>
        {violations.map((violation) => (
          <Violation
            key={JSON.stringify([violation.build, violation.place, violation.directive, violation.blocked, violation.area])}
            violation={violation}
          />
        ))}
      </ul>
    </>
  )
}
