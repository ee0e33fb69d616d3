import { useApiQuery } from '@adsite/api-client'
import { releaseEndpoints, type DamagedReleaseChange, type ReleaseChange } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { LoadFailure, MoreButton, StateTag, takesLostFocus } from '@adsite/screen-kit'
import { useState, type ReactNode } from 'react'
import { useCommonText } from '../../base/use-shell-text.ts'
import { describeChange, describeEvidence, whoDid } from '../base/describe.ts'
import shared from '../base/releases.module.css'
import styles from './panel.module.css'
import { releaseTexts, useReleaseText } from '../base/texts.ts'

function Change({ change, isNext }: { change: ReleaseChange; isNext: boolean }): ReactNode {
  const text = useReleaseText()
  const language = useLanguage()
  const evidence = describeEvidence(change, text, language)
  return (
    <li className={styles.change} ref={isNext ? takesLostFocus : undefined} data-void={!change.took_effect}>
      <span className={styles.when}>
        <time dateTime={change.at}>{formatDateTime(change.at, language)}</time>
        <span className={shared.quiet}>{text('revision', { rev: String(change.rev) })}</span>
      </span>
      <span className={styles.what}>
        <span>
          {describeChange(change, text, language)}{' '}
          {change.automatic ? <StateTag choice={{ key: 'automatic', label: releaseTexts.automatic, colour: 'warning' }} /> : null}
          {change.took_effect ? null : <StateTag choice={{ key: 'void', label: releaseTexts.not_in_effect, colour: 'neutral' }} />}
        </span>
        {/* An automatic change is described by its figures, in the user's language. */}
        {(evidence ?? change.why) ? <span className={styles.why}>{evidence ?? change.why}</span> : null}
        <span className={shared.quiet}>{whoDid(change, text)}</span>
      </span>
    </li>
  )
}

function DamagedChange({ change: { rev, object }, isNext }: { change: DamagedReleaseChange; isNext: boolean }): ReactNode {
  const text = useReleaseText()
  return (
    <li className={styles.change} ref={isNext ? takesLostFocus : undefined}>
      <span className={styles.when}>
        <span className={shared.quiet}>{text('revision', { rev: String(rev) })}</span>
      </span>
      <span className={styles.what}>
        <span>{text('change_damaged')}</span>
        <span className={styles.why}>{text('change_damaged_help', { object })}</span>
      </span>
    </li>
  )
}

/** A page of changes; loads the next one on demand. */
function Changes({ unit, before }: { unit: string; before?: string }): ReactNode {
  const text = useReleaseText()
  const common = useCommonText()
  const [more, setMore] = useState(false)
  const args = { params: { unit }, query: before === undefined ? {} : { before } }
  const { data, error, refetch } = useApiQuery(releaseEndpoints.history, args)
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />
  if (!data) return <output className={shared.note}>{common('loading')}</output>
  const { damaged = [] } = data
  const changes = [...data.data, ...damaged].toSorted((one, other) => other.rev - one.rev)
  if (changes.length === 0) return <p className={shared.note}>{text('history_empty')}</p>
  const { next } = data.page
  return (
    <>
      <ol className={styles.changes}>
        {changes.map((change, index) => {
          const isNext = index === 0 && before !== undefined
          return 'object' in change ? (
            <DamagedChange key={change.rev} change={change} isNext={isNext} />
          ) : (
            <Change key={change.rev} change={change} isNext={isNext} />
          )
        })}
      </ol>
      {next !== null && more ? <Changes unit={unit} before={next} /> : null}
      {next !== null && !more ? (
        <p className={shared.note}>
          <MoreButton onClick={() => setMore(true)} />
        </p>
      ) : null}
    </>
  )
}

/** All changes of a unit, newest first: when, who, what and why. */
export function UnitHistory({ unit }: { unit: string }): ReactNode {
  return <Changes unit={unit} />
}
