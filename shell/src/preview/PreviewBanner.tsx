import { call } from '@adsite/api-client'
import { previewEndpoints, shellUnit, listSeparator } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { useState, type ReactNode } from 'react'
import { runAction } from '../alert/run-action.ts'
import type { PreviewSettings } from '../base/read-settings.ts'
import styles from '../development/development.module.css'
import { BusyButton } from '../element/BusyButton.tsx'
import { shellBuild, usePointers } from '../federation/index.ts'
import { usePreviewText } from './texts.ts'

/** Shown as long as the session previews builds, with a button to end it. */
export default function PreviewBanner({ settings: { builds, until } }: { settings: PreviewSettings }): ReactNode {
  const text = usePreviewText()
  const localize = useLocalize()
  const language = useLanguage()
  const { remotes } = usePointers()
  const [ending, setEnding] = useState(false)
  async function end(): Promise<void> {
    setEnding(true)
    const outcome = await runAction(() => call(previewEndpoints.end))
    if (outcome.done) window.location.reload()
    else setEnding(false)
  }

  const nameOf = ([unit, build]: [string, string]) => {
    const title = remotes[unit]?.stable.manifest.title
    return `${unit === shellUnit ? text('shell') : title ? localize(title) : unit} ${build}`
  }
  const isShown = ([unit, build]: [string, string]) => (unit === shellUnit ? shellBuild() : remotes[unit]?.stable.build) === build
  const all = Object.entries(builds)
  const listed = (some: [string, string][]) => some.map(nameOf).join(listSeparator(language))
  const gone = all.filter((one) => !isShown(one))
  return (
    <aside className={styles.banner} aria-label={text('banner_label')}>
      <p>
        {text('running', { builds: listed(all) })} {gone.length > 0 ? text('gone', { builds: listed(gone) }) : null}{' '}
        <span className={styles.until}>{text('until', { time: formatDateTime(until, language) })}</span>
      </p>
      <BusyButton className={styles.end} busy={ending} onClick={() => void end()}>
        {text('end')}
      </BusyButton>
    </aside>
  )
}
