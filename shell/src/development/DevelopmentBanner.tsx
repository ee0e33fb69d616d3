import { call } from '@adsite/api-client'
import { developmentEndpoints } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { useState, type ReactNode } from 'react'
import { runAction } from '../alert/run-action.ts'
import { useIsServed, usePointers } from '../federation/index.ts'
import type { DevelopmentSettings } from '../base/read-settings.ts'
import styles from './development.module.css'
import { useDevelopmentText } from './texts.ts'

/** Shown as long as an area runs a development build, with a button to end it. */
export default function DevelopmentBanner({ settings }: { settings: DevelopmentSettings }): ReactNode {
  const text = useDevelopmentText()
  const localize = useLocalize()
  const language = useLanguage()
  const served = useIsServed()
  const title = usePointers().remotes[settings.area]?.stable.manifest.title
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
      <p>
        {text(served ? 'running' : 'absent', named)}{' '}
        <span className={styles.until}>{text('until', { time: formatDateTime(settings.until, language) })}</span>
      </p>
      <button type="button" className={styles.end} disabled={ending} onClick={() => void end()}>
        {text('end')}
      </button>
    </aside>
  )
}
