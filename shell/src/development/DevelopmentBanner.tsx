import { call } from '@adsite/api-client'
import { developmentEndpoints } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { useState, type ReactNode } from 'react'
import { runAction } from '../alert/run-action.ts'
import { BusyButton } from '../element/BusyButton.tsx'
import { useIsServed, usePointers } from '../federation/index.ts'
import type { DevelopmentSettings } from '../base/read-settings.ts'
import styles from './development.module.css'
import { useDevelopmentText } from './texts.ts'
import { useProblems } from './use-problems.ts'

/** Errors that the banner lists; the terminal has them all. */
const shownProblems = 3

/** Shown as long as an area runs a development build, with the errors that its server announces and a button to end it. */
export default function DevelopmentBanner({ settings }: { settings: DevelopmentSettings }): ReactNode {
  const text = useDevelopmentText()
  const localize = useLocalize()
  const language = useLanguage()
  const served = useIsServed()
  const title = usePointers().remotes[settings.area]?.stable.manifest.title
  const problems = useProblems(settings.origin)
  const [ending, setEnding] = useState(false)
  async function end(): Promise<void> {
    setEnding(true)
    const outcome = await runAction(() => call(developmentEndpoints.end))
    if (outcome.done) window.location.reload()
    else setEnding(false)
  }

  const named = { area: title ? localize(title) : settings.area, origin: settings.origin }
  return (
    <aside className={styles.banner} aria-label={text('banner_label')}>
      <p className={styles.said}>
        {text(served ? 'running' : 'absent', named)}{' '}
        <span className={styles.until}>{text('until', { time: formatDateTime(settings.until, language) })}</span>
      </p>
      <BusyButton className={styles.end} busy={ending} onClick={() => void end()}>
        {text('end')}
      </BusyButton>
      {problems.length > 0 ? (
        <div className={styles.problems} role="alert">
          <p className={styles.count}>{text('problems', { count: problems.length })}</p>
          <ol aria-label={text('problems_label')}>
            {problems.slice(0, shownProblems).map((problem) => (
              <li key={problem}>
                <code>{problem}</code>
              </li>
            ))}
          </ol>
          {problems.length > shownProblems ? <p>{text('more_problems', { count: problems.length - shownProblems })}</p> : null}
        </div>
      ) : null}
    </aside>
  )
}
